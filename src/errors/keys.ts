// Part of the closed catalogue (D58): refusals of people who manage their keys (D78).
import type { ErrorEntry } from './for-merchants.js';

export const keyCatalogue = {
  key_ending: {
    status: 409,
    es: 'Esta llave ya fue reemplazada y termina pronto.',
    en: 'This key is replaced already and ends soon.',
    debug: 'This key was rolled before; roll the key that took its place.',
  },
  key_made: {
    status: 409,
    es: 'Esta llave ya se creó y se mostró una vez. Si no la guardaste, revócala y crea otra.',
    en: 'This key was made already and shown once. If you did not keep it, revoke it and make another.',
    debug: 'This form was sent before and made a key.',
  },
  last_key: {
    status: 409,
    es: 'Es la última llave privada de este modo. Léelo otra vez y confirma: no se hizo nada.',
    en: 'It is the last private key of this mode. Read again and confirm: nothing was done.',
    debug: 'This is the last private key of this mode; whoever revokes it must be told so first.',
  },
  too_many_api_keys: {
    status: 400,
    es: 'Ya hay {max} llaves que funcionan. Revoca las que no uses.',
    en: 'There are {max} working keys already. Revoke those that you do not use.',
    debug: 'An account has at most {max} working keys in each mode.',
  },
  public_key_unlimited: {
    status: 400,
    es: 'Solo una llave privada se puede limitar: la pública va en tu página y casi no puede hacer nada.',
    en: 'Only a private key can be limited: the public one is on your page and can do next to nothing.',
    debug: 'Rights and addresses are for private keys.',
  },
} as const satisfies Record<string, ErrorEntry>;
