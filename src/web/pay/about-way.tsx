// What a customer reads of a way to pay: its name and hours in one line, and short facts in one that breaks between them.

type About = { readonly name: string; readonly hours: string | null; readonly notes: readonly string[] };

export function AboutWay({ name, hours, notes }: About) {
  return (
    <span class="about">
      <strong>{name}</strong>
      {hours !== null && <small>{hours}</small>}
      <small class="pieces">
        {notes.map((note) => (
          <span key={note}>{note} </span>
        ))}
      </small>
    </span>
  );
}
