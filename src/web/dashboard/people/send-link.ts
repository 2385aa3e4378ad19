// Sends somebody the link to their invitation or to a new password. It goes to the person alone (D82).
import type { Invitation } from '../../../actions/people/invite-person.js';
import { mailLink } from '../../../actions/people/mail-person.js';
import type { Deps } from '../../../deps.js';
import type { Outcome, Visit } from '../visit.js';
import { renderLinkOutcome } from './people-page.js';
import { PEOPLE_TEXTS } from './texts.js';

export async function sendLink(deps: Deps, visit: Visit, invitation: Invitation): Promise<Outcome> {
  const { member, link } = invitation;
  const mailed = await mailLink(deps, invitation, writerOf(visit));
  const texts = PEOPLE_TEXTS[visit.frame.language].link;
  const heading = member.hasPassword ? texts.reset(member.name) : texts.invitation(member.name);
  const outcome = { heading, member, mailed, expiresAt: link.expiresAt };
  return { page: renderLinkOutcome(visit.frame, outcome) };
}

/** Who writes, and in which language. */
export function writerOf({ frame, visitor }: Visit) {
  return { name: visitor.person.name, language: frame.language };
}
