// The pages of settings in English.
import type { SettingsTexts } from './text-types.js';

const HOLD = 'Keep it in review';
const RETURN = 'Send it back to the payer';

export const SETTINGS_ENGLISH: SettingsTexts = {
  title: 'Settings',
  both: 'They hold in test mode and in live mode.',
  tabsName: 'What you want to set',
  tabs: { messages: 'Messages', policies: 'Unusual payments' },
  save: 'Save',
  cannot: 'Only an owner of the account can change this.',
  messages: {
    note: 'E-mails that your customers get on behalf of your shop. Nothing is sent until you switch it on.',
    noServer:
      'This service has no mail server yet: in live mode nothing is sent, although it is switched on. Test mode works.',
    testNote: 'In test mode e-mails go to nobody: you see them in Messages.',
    general: 'For all e-mails',
    language: 'Language of messages',
    languageHint: 'In which your customers get them.',
    languages: { es: 'Spanish', en: 'English' },
    replyTo: 'Answers go to',
    replyToHint: 'An address that somebody at your shop reads. Empty: nobody reads answers.',
    reminder: 'Remind before the end (hours)',
    reminderHint: 'Empty: 24 hours. A short order reminds when a quarter of its time is left.',
    kinds: 'What is sent',
    when: {
      instructions: 'When the order is made: amount, where to pay, CLABE or reference, and until when.',
      paid: 'When it is paid: the receipt.',
      expiring: 'Before it expires, if it is not paid yet: the same data again.',
      refund: 'When you give money back: how much and to which account, or a link to say which.',
    },
    columns: { kind: 'E-mail', state: 'State', change: 'Change' },
    on: 'On',
    off: 'Off',
    switchOn: 'Switch on',
    switchOff: 'Switch off',
    edit: 'Texts and preview',
    own: 'with your own texts',
    done: 'Saved. It holds from the next e-mail on.',
    switched: 'Done. It holds for what happens from now on.',
  },
  texts: {
    note: 'Write your own subject and introduction, or leave them empty for the usual ones. Amount, reference, deadline and link always stand below.',
    places: { name: 'their name', amount: 'the amount', folio: 'the folio', shop: 'your shop' },
    languagesName: 'Language of the text',
    subject: 'Subject',
    introduction: 'Introduction',
    usual: 'The usual one:',
    preview: 'Preview',
    previewButton: 'See without saving',
    previewNote: 'With an order as an example.',
    unsaved: 'This is how it would look. It is not saved yet.',
    done: 'The texts are saved.',
  },
  policies: {
    note: 'What becomes of money that does not fit its order. It holds for what arrives from now on.',
    cases: {
      short: { name: 'Paid too little', hint: 'The order stays pending for the rest.' },
      over: { name: 'Paid too much', hint: 'The order is paid; this is about the rest.' },
      late: { name: 'Paid late', hint: 'The order expired not long ago, within the grace time.' },
      too_late: { name: 'Paid too late', hint: 'The grace time is over.' },
      paid_again: { name: 'Paid twice', hint: 'The order was paid already.' },
      canceled: { name: 'Paid a canceled order', hint: 'You canceled it before it was paid.' },
    },
    choices: {
      short: { accept: 'Accept it as part of the payment', hold: HOLD, return: RETURN },
      over: { accept: 'Accept it as surplus', hold: HOLD, return: RETURN },
      late: { accept: 'Accept it: the order is paid', hold: HOLD, return: RETURN },
      too_late: { accept: 'Accept it: the order is paid', hold: HOLD, return: RETURN },
      paid_again: { accept: 'Accept it as surplus', hold: HOLD, return: RETURN },
      canceled: { accept: 'Accept it as surplus', hold: HOLD, return: RETURN },
    },
    usual: (choice) => `Usually: ${choice}.`,
    done: 'What becomes of such payments is saved.',
  },
};
