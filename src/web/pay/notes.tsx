// Short facts about a way to pay, in a row that breaks only between them.

export function Notes({ notes }: { readonly notes: readonly string[] }) {
  return (
    <small class="pieces">
      {notes.map((note) => (
        <span key={note}>{note} </span>
      ))}
    </small>
  );
}
