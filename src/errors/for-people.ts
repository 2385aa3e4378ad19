// What people of the dashboard read (D78): about signing in, their team, keys, and e-mails that they send again. The API
// never answers with these.
import type { Catalogue } from './catalogue.js';

export const forPeople = {
  role_forbids: {
    status: 403,
    es: 'Tu función no permite hacer esto. Pídeselo a quien administra la cuenta.',
    en: 'Your role does not allow this. Ask whoever manages the account.',
    debug: 'The role of the signed-in person does not have the duty that this page or form asks for.',
  },
  own_access: {
    status: 403,
    es: 'Tu acceso lo cambia otra persona. Tu contraseña y tu verificación en dos pasos se cambian en tu perfil.',
    en: 'Somebody else changes your access. Your password and second factor are changed in your profile.',
    debug: 'Nobody changes or resets their own access from the list of people (D82).',
  },
  second_factor_needed: {
    status: 403,
    es: 'Para hacer esto necesitas la verificación en dos pasos. Actívala en tu cuenta.',
    en: 'You need a second factor to do this. Switch it on in your account.',
    debug:
      'People of the operator’s need a second factor for more than looking (COBRO_DESK_SECOND_FACTOR, D82), and owners for naming an account for payouts (D85).',
  },
  no_payout_account: {
    status: 409,
    es: 'Ya no hay tal cuenta: alguien la detuvo o la cambió mientras tanto.',
    en: 'There is no such account any more: somebody stopped or changed it meanwhile.',
    debug: 'No account for payouts waits or counts that could be stopped.',
  },
  payout_account_needs_mail: {
    status: 503,
    es: 'Todavía no se puede: de esta cuenta hay que avisar por correo a todos los dueños, y este servicio no tiene servidor de correo. Lo activa quien lo opera (COBRO_SMTP_URL).',
    en: 'Not possible yet: all owners must be told of this account by e-mail, and this service has no mail server. Whoever operates it switches it on (COBRO_SMTP_URL).',
    debug:
      'A live account for payouts is named only where all owners can be told of it by e-mail (D85): set COBRO_SMTP_URL and COBRO_EMAIL_FROM. Test mode works.',
    retryAfterSeconds: 3600,
  },
  wrong_sign_in: {
    status: 401,
    es: 'El correo o la contraseña no son correctos.',
    en: 'The e-mail address or the password is wrong.',
    debug: 'The e-mail address or the password is wrong.',
  },
  wrong_code: {
    status: 401,
    es: 'El código no es correcto o ya se usó. Espera el siguiente.',
    en: 'The code is wrong or was used already. Wait for the next one.',
    debug: 'The code is wrong or was used already; wait for the next one.',
  },
  too_many_codes: {
    status: 429,
    es: 'Hubo demasiados códigos equivocados. Espera unos minutos o usa un código de recuperación.',
    en: 'There were too many wrong codes. Wait some minutes, or use a recovery code.',
    debug: 'There were too many wrong codes; wait 15 minutes, or use a recovery code.',
    retryAfterSeconds: 900,
  },
  wrong_password: {
    status: 403,
    es: 'Tu contraseña actual no es correcta.',
    en: 'Your current password is wrong.',
    debug: 'The current password is wrong.',
  },
  wrong_setup_secret: {
    status: 401,
    es: 'Esa llave no sirve para dar de alta a la primera persona.',
    en: 'This key cannot set up the first person.',
    debug: 'Only a live private key of the account, or the operator’s token, sets up its first person.',
  },
  live_key_needed: {
    status: 403,
    es: 'Esta es una llave de prueba. Para dar de alta a la primera persona usa la llave privada real.',
    en: 'This is a test key. Use the live private key to set up the first person.',
    debug: 'A test key must not open live mode; use the live private key.',
  },
  already_set_up: {
    status: 409,
    es: 'Aquí ya hay personas dadas de alta: entra con tu correo. La llave ya no abre el panel.',
    en: 'There are people here already: sign in with your e-mail address. The key no longer opens the dashboard.',
    debug: 'The first person is set up already; the others are invited.',
  },
  link_over: {
    status: 410,
    es: 'Este enlace ya se usó o venció. Pide uno nuevo.',
    en: 'This link was used already or is too old. Ask for a new one.',
    debug: 'The link was used already or is too old; make a new one.',
  },
  unknown_person: {
    status: 404,
    es: 'No existe esa persona.',
    en: 'There is no such person.',
    debug: 'There is no person {id}. `cobro user list` shows them.',
  },
  email_taken: {
    status: 409,
    es: 'Ya hay una persona con el correo {email}. Cada persona necesita el suyo.',
    en: 'Somebody has the e-mail address {email} already. Everybody needs one of their own.',
    debug: 'Somebody has the e-mail address {email} already; everybody needs one of their own.',
  },
  last_lead: {
    status: 409,
    es: 'Es la única persona que puede administrar. Da antes esa función a otra.',
    en: 'This is the only person who can manage. Give somebody else that role first.',
    debug: 'This is the last {role} who can sign in; give somebody else that role first.',
  },
  team_full: {
    status: 409,
    es: 'Ya hay {most} personas. Quita a alguna antes de invitar a otra.',
    en: 'There are {most} people already. Remove somebody before you invite another one.',
    debug: 'There are {most} people already; remove somebody first.',
  },
  person_disabled: {
    status: 409,
    es: 'Esta persona no tiene acceso. Dáselo de nuevo antes.',
    en: 'This person has no access. Give it back first.',
    debug: 'Person {id} is disabled; enable them first.',
  },
  demo_over: {
    status: 409,
    es: 'La demostración terminó: sus personas ya no entran.',
    en: 'The demo is over: its people no longer sign in.',
    debug:
      'Demo people exist only on a machine of one’s own, without live money, and while nobody else is there (D82).',
  },
  not_invited: {
    status: 409,
    es: 'Esta persona ya aceptó su invitación.',
    en: 'This person has accepted the invitation already.',
    debug: 'Person {id} has accepted the invitation already.',
  },
  no_second_factor: {
    status: 409,
    es: 'No hay una verificación en dos pasos que confirmar. Empieza de nuevo.',
    en: 'There is no second factor to confirm. Start again.',
    debug: 'There is no second factor; start again.',
  },
  unknown_proposal: {
    status: 404,
    es: 'No existe esa propuesta.',
    en: 'There is no such proposal.',
    debug: 'There is no proposal {id}.',
  },
  proposal_closed: {
    status: 409,
    es: 'Esta propuesta ya se decidió o venció.',
    en: 'This proposal was decided already or is too old.',
    debug: 'Proposal {id} is {state}.',
  },
  proposal_open: {
    status: 409,
    es: 'Ya hay una propuesta igual que espera a una segunda persona.',
    en: 'The same is proposed already and waits for a second person.',
    debug: 'The same is proposed already and waits for a second person.',
  },
  proposal_changed: {
    status: 409,
    es: 'Lo que se haría cambió desde que se propuso. Hay que retirar la propuesta y hacer otra.',
    en: 'What it would do has changed since it was proposed. Withdraw it and propose it again.',
    debug: 'An approval is of what was proposed; what it would do has changed since.',
  },
  second_person_related: {
    status: 403,
    es: 'No son dos personas: una de las dos invitó, restableció o cambió a la otra, o alguien a ambas, o la terminal a una, en los últimos {days} días.',
    en: 'These are not two people: one of them invited, reset or changed the other, or somebody did so to both, or the terminal to one, within the last {days} days.',
    debug:
      'One of the two, somebody behind both, or the terminal invited, reset or changed one of them within COBRO_FOUR_EYES_REST.',
  },
  second_person_unready: {
    status: 403,
    es: 'Quien propone y quien aprueba necesitan la verificación en dos pasos y no pueden ser personas de la demostración. Se activa en el perfil.',
    en: 'Who proposes and who approves need a second factor, and cannot be people of the demo. Turn it on in the profile.',
    debug: 'Who proposes and who approves need a second factor, and cannot be people of the demo.',
  },
  second_person_needed: {
    status: 403,
    es: 'Lo tiene que aprobar otra persona: quien lo propone no puede.',
    en: 'Somebody else has to approve it: who proposes it cannot.',
    debug: 'Who proposes something cannot approve it.',
  },
  live_link_by_email: {
    status: 403,
    es: 'Con doble autorización, la liga de dinero real va por correo al cliente: aquí nadie la ve. O di tú a dónde va, y otra persona lo aprueba.',
    en: 'With four eyes, a link to live money goes to the customer by e-mail: nobody sees it here. Or say where it goes, and somebody else approves it.',
    debug: 'With COBRO_FOUR_EYES_OVER nobody of the operator sees a customer’s link to live money.',
  },
  live_key_by_owner: {
    status: 403,
    es: 'Una llave privada real la hace el dueño del comercio en su panel: aquí nadie la ve.',
    en: 'A live private key is made by the owner of the merchant in their dashboard: nobody sees it here.',
    debug: 'Nobody at the desk makes or sees a live private key; the owner makes it in the dashboard.',
  },
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
  too_many_emails: {
    status: 429,
    es: 'Ya pediste {max} veces este correo de esta orden.',
    en: 'This e-mail of this order was asked for {max} times already.',
    debug: 'An e-mail of a kind can be sent again {max} times per order. Show the customer its page (/pay/ID) instead.',
  },
  email_not_true: {
    status: 409,
    es: 'Ese correo ya no dice la verdad: la orden está en otra situación.',
    en: 'That e-mail would not be true: the order is in another situation.',
    debug:
      'Instructions and reminders need a pending order, the e-mail about a payment a paid one, that about a refund a refund.',
  },
  email_not_configured: {
    status: 503,
    es: 'El envío de correos no está activo todavía.',
    en: 'E-mails are not switched on yet.',
    debug: 'This service has no mail server for live mode (COBRO_SMTP_URL). Test mode works.',
    retryAfterSeconds: 3600,
  },
} satisfies Catalogue;
