// Tells a customer why the checkout cannot go on (D67). Never what is wrong inside, and always that nothing was charged.
import type { Language } from '../../domain/base/language.js';
import { type AppError, type ErrorCode, errorEntry } from '../../errors/errors.js';
import { errorMessage } from '../../wire/error.js';
import { renderMessage } from '../pay/layout.js';
import { PAY_TEXTS } from '../pay/texts.js';
import { CHECKOUT_TEXTS, type CheckoutTexts } from './texts.js';

type ProblemView = {
  readonly language: Language;
  readonly basePath: string;
  readonly requestId: string;
  /** Where the shop wants the customer when a purchase fails. */
  readonly backTo: string | null;
  /** Whether the address of the page shows it again; that of a form that was sent does not. */
  readonly hasAddress: boolean;
};

/** The end of a request's id is enough to find it in the log, and short enough to be said. */
const FOLIO_LENGTH = 8;

export function renderProblemPage(problem: AppError, view: ProblemView): string {
  const texts = CHECKOUT_TEXTS[view.language];
  const { title, hint } = texts.problems[kindOf(problem.code)];
  const { language, basePath } = view;
  const end = (
    <>
      <p>
        {texts.help} <strong class="number">{view.requestId.slice(-FOLIO_LENGTH)}</strong>
      </p>
      {view.backTo !== null && (
        <p class="actions">
          <a class="button" href={view.backTo} target="_top" rel="noreferrer nofollow">
            {PAY_TEXTS[view.language].backToShop}
          </a>
        </p>
      )}
    </>
  );
  const lines = [errorMessage(problem, language), hint];
  return renderMessage({ title, lines }, language, basePath, {
    end,
    languageBy: view.hasAddress ? { query: '' } : null,
  });
}

const KINDS: Partial<Readonly<Record<ErrorCode, keyof CheckoutTexts['problems']>>> = {
  account_suspended: 'closed',
  no_point_for_amount: 'closed',
  payment_link_not_found: 'link',
  payment_link_inactive: 'link',
  payment_link_expired: 'link',
  payment_link_used_up: 'link',
};

function kindOf(code: ErrorCode): keyof CheckoutTexts['problems'] {
  const { status } = errorEntry(code);
  return KINDS[code] ?? (status >= 500 || status === 429 || status === 408 ? 'trouble' : 'shop');
}
