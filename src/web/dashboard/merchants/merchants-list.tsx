// The list of merchants at the desk.
import { takenSinceCounted } from '../../../actions/orders/read-figures.js';
import type { Deps } from '../../../deps.js';
import { toPage } from '../../../domain/base/paging.js';
import { type ListedMerchant, listMerchants } from '../../../store/accounts/merchant-lists.js';
import { numberAsText } from '../../../wire/csv.js';
import { type Frame, may } from '../frame/frame.js';
import { Field } from '../ui/form.js';
import { listSection } from '../ui/list-section.js';
import { Empty, LinkButton, State } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { Visits } from '../visit.js';
import { MERCHANTS_TEXTS } from './texts.js';

type Risky = Pick<ListedMerchant, 'available' | 'rfc' | 'payoutClabe' | 'isAccountChanging' | 'suspendedAt'>;

/** What to look at before money goes out to them. */
function risksOf({ available, rfc, payoutClabe, isAccountChanging, suspendedAt }: Risky): readonly Risk[] {
  const risks: Readonly<Record<Risk, boolean>> = {
    suspended: suspendedAt !== null,
    owes: available < 0n,
    changing: isAccountChanging,
    noAccount: payoutClabe === null,
    noRfc: rfc === null,
  };
  return RISKS.filter((risk) => risks[risk]);
}

function canBePaid({ available, payoutClabe }: ListedMerchant): boolean {
  return available > 0n && payoutClabe !== null;
}

const RISKS = ['suspended', 'owes', 'changing', 'noAccount', 'noRfc'] as const;
type Risk = (typeof RISKS)[number];

export function RiskMarks({ frame, merchant }: { readonly frame: Frame; readonly merchant: Risky }) {
  const { risks } = MERCHANTS_TEXTS[frame.language];
  return (
    <>
      {risksOf(merchant).map((risk) => (
        <span key={risk}>
          <State tone={risk === 'suspended' ? 'bad' : 'wait'}>{risks[risk]}</State>{' '}
        </span>
      ))}
    </>
  );
}

export function merchantsList({ operator }: Visits, deps: Deps): void {
  listSection(operator, {
    url: '/merchants',
    duty: 'see',
    texts: MERCHANTS_TEXTS,
    file: 'merchants',
    perPage: 50,
    async read({ query, ask }) {
      const found = await listMerchants(deps.db, query.text('search') ?? '', ask);
      const recent = await takenSinceCounted(
        deps,
        found.map(({ id }) => id),
      );
      const merchants = found.map((one) => ({ ...one, volume: one.volume + (recent.get(one.id) ?? 0n) }));
      return { page: toPage(merchants, ask, ({ id }) => id) };
    },
    columns: ({ frame, column, texts }) => [
      {
        name: texts.name,
        corner: 'top-left',
        cell: ({ id, name, contact, rfc }) => (
          <>
            <a href={`${frame.path}/merchants/${id}`}>{name}</a>
            <small class="cut">{[contact, rfc].filter((one) => one !== null).join(' · ')}</small>
          </>
        ),
        text: ({ name }) => name,
      },
      { ...column.money(texts.available, 'day', ({ available }) => available), isCalled: true },
      column.money(texts.waiting, 'left-out', ({ waiting }) => waiting),
      column.money(texts.volume, 'left-out', ({ volume }) => volume),
      {
        name: DESK_TEXTS[frame.language].state,
        corner: 'below',
        cell: (merchant) => <RiskMarks frame={frame} merchant={merchant} />,
        text: (merchant) =>
          [
            ...(merchant.suspendedAt === null ? [texts.active] : []),
            ...risksOf(merchant).map((risk) => texts.risks[risk]),
          ].join(', '),
      },
      {
        // On the page the state says that there is none.
        name: texts.payoutAccount,
        text: ({ payoutClabe }) => numberAsText(payoutClabe ?? ''),
      },
      { name: 'RFC', text: ({ rfc }) => rfc ?? '' },
      { name: texts.email, text: ({ contact }) => contact ?? '' },
      { name: 'Id', text: ({ id }) => id },
    ],
    page: ({ frame, texts, found: { page } }) => ({
      actions: (
        <>
          {may(frame, 'decide') && page.rows.some(canBePaid) && (
            <LinkButton href={`${frame.path}/merchants/payouts`} text={texts.payMany} />
          )}
          {may(frame, 'manage') && (
            <LinkButton href={`${frame.path}/merchants/new`} look="main" icon="plus" text={texts.add} />
          )}
        </>
      ),
      search: <Field name="search" label={texts.search} hint={texts.searchHint} class="grow" maxLength={255} />,
      none: <Empty icon="shop" title={texts.none} />,
    }),
  });
}
