// A letter as plain text: for mail programs without HTML, and for the list of messages.
import type { Letter } from './email-content.js';
import { LETTER_TEXTS } from './texts.js';

export function letterAsText(letter: Letter): string {
  const texts = LETTER_TEXTS[letter.language];
  const blocks = [
    letter.isTest ? texts.testNote : '',
    letter.heading,
    letter.introduction,
    letter.rows.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    letter.steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
    letter.notes.join('\n'),
    `${letter.button.label}:\n${letter.button.url}`,
    letter.footer.join('\n'),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}
