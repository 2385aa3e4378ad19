// A message as its customer got it. What is kept of an e-mail is its text (domain/messages/email-as-text.ts), whose blocks say
// which part each of them is.
import type { WholeMessage } from '../../../domain/messages/message.js';

export function SentText({ message, text }: { readonly message: WholeMessage; readonly text: string }) {
  const { channel, subject, scope } = message;
  const blocks = text.trim().split('\n\n');
  // In test mode it begins with a note that it is one.
  const heading = channel === 'email' ? blocks[scope.mode === 'test' ? 1 : 0] : undefined;
  return (
    <article class="email-content" lang="und">
      {subject !== null && <p class="email-content-subject">{subject}</p>}
      {blocks.map((block) =>
        block === heading ? (
          <p key={block} class="email-content-heading">
            {block}
          </p>
        ) : (
          <Block key={block} text={block} />
        ),
      )}
    </article>
  );
}

function Block({ text }: { readonly text: string }) {
  const lines = text.split('\n').map((line) => line.split(/: (.*)/s));
  const button = /^(.+):\nhttps?:\S+$/.exec(text)?.[1];
  if (button !== undefined)
    return (
      <p>
        <span class="email-content-button">{button}</span>
      </p>
    );
  if (lines.length === 1 || !lines.every(([, value]) => value !== undefined))
    return <p class="email-content-lines">{text}</p>;
  return (
    <dl>
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
