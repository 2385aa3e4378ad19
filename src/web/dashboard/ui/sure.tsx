// A confirmation for actions that cannot be undone.

export function Sure({ text }: { readonly text: string }) {
  return (
    <label class="check">
      <input type="checkbox" name="sure" value="yes" required />
      {text}
    </label>
  );
}
