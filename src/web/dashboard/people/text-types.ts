// What the pages about people say, in each language.
import type { SentLink } from '../../../actions/people/send-person-link.js';

export type PersonState = 'active' | 'invited' | 'disabled';

export type PeopleTexts = {
  readonly title: string;
  readonly note: string;
  readonly columns: readonly [string, string, string, string, string];
  readonly states: Readonly<Record<PersonState, string>>;
  readonly you: string;
  readonly never: string;
  readonly on: string;
  readonly off: string;
  readonly invite: string;
  readonly inviteNote: (hasServer: boolean) => string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  /** What each role may do, in a sentence. */
  readonly duties: Readonly<Record<string, string>>;
  readonly link: {
    readonly invitation: (name: string) => string;
    readonly reset: (name: string) => string;
    /** What became of the e-mail with the link. */
    readonly mail: Readonly<Record<SentLink, (email: string) => string>>;
    readonly note: string;
    readonly ends: string;
    readonly back: string;
  };
  readonly access: string;
  readonly seen: string;
  readonly since: string;
  readonly secondFactor: string;
  readonly changeRole: string;
  readonly resetLink: string;
  readonly resetNote: string;
  readonly inviteAgain: string;
  readonly withdraw: string;
  readonly withdrawNote: (name: string) => string;
  readonly disable: string;
  readonly disableNote: (name: string) => string;
  readonly enable: string;
  readonly removeSecondFactor: string;
  readonly removeSecondFactorNote: (name: string) => string;
  readonly sessions: string;
  readonly noSessions: string;
  readonly sessionColumns: readonly [string, string, string, string];
  readonly thisSession: string;
  readonly end: string;
  readonly endAll: string;
  readonly endOthers: string;
  readonly done: Readonly<Record<PeopleDone, string>>;
  readonly profile: ProfileTexts;
};

export type PeopleDone =
  | 'role'
  | 'disabled'
  | 'enabled'
  | 'withdrawn'
  | 'factorRemoved'
  | 'ended'
  | 'renamed'
  | 'password'
  | 'factorStarted'
  | 'factorOff';

export type ProfileTexts = {
  readonly title: string;
  readonly you: string;
  readonly save: string;
  readonly password: string;
  readonly passwordNote: string;
  readonly current: string;
  readonly newPassword: string;
  readonly passwordHint: string;
  readonly changePassword: string;
  readonly factor: string;
  readonly factorOff: string;
  readonly factorOn: (codes: number) => string;
  readonly start: string;
  readonly scan: string;
  readonly seed: string;
  readonly qr: string;
  readonly code: string;
  readonly confirm: string;
  readonly stop: string;
  readonly stopNote: string;
  readonly newCodes: string;
  readonly codes: string;
  readonly codesNote: string;
  readonly kept: string;
};
