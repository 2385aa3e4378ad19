// An e-mail as plain text: for mail programs without HTML, and for the list of messages.
import type { EmailContent } from './email-content.js';
import { EMAIL_TEXTS } from './texts.js';

export function emailAsText(email: EmailContent): string {
  const texts = EMAIL_TEXTS[email.language];
  const blocks = [
    email.isTest ? texts.testNote : '',
    email.heading,
    email.introduction,
    email.rows.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    email.steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
    email.notes.join('\n'),
    `${email.button.label}:\n${email.button.url}`,
    email.footer.join('\n'),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}
