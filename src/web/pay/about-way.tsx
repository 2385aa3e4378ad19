// What a customer reads of a way to pay: its name and what to bring there in one line, and short facts in one that breaks
// between them.

type About = { readonly name: string; readonly bring: string | null; readonly notes: readonly string[] };

export function AboutWay({ name, bring, notes }: About) {
  return (
    <span class="about">
      <strong>{name}</strong>
      {bring !== null && <strong class="bring">{bring}</strong>}
      <small class="pieces">
        {notes.map((note) => (
          <span key={note}>{note} </span>
        ))}
      </small>
    </span>
  );
}
