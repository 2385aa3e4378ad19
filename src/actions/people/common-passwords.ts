// The passwords that guessers try first: 49,233 from leaks, in lower case (D82). They take 5 MB and a twentieth of a second,
// so they are read when somebody first chooses a password.

let loading: Promise<ReadonlySet<string>> | null = null;

export function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return loading;
}
