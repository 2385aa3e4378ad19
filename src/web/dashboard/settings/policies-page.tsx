// What becomes of payments that do not fit their order (D43).
import { DEFAULT_POLICIES, POLICY_CASES, POLICY_CHOICES, type Policies } from '../../../domain/policy.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { Form, Select } from '../ui/form.js';
import { Callout, Card } from '../ui/parts.js';
import { SettingsHead } from './settings-head.js';
import { SETTINGS_TEXTS } from './texts.js';

export type PoliciesView = { readonly policies: Policies; readonly canChange: boolean };

export function renderPoliciesPage(frame: Frame, { policies, canChange }: PoliciesView): string {
  const { policies: texts, tabs, save, cannot } = SETTINGS_TEXTS[frame.language];
  return renderDashboard(
    frame,
    tabs.policies,
    <>
      <SettingsHead frame={frame} tab="policies" />
      {!canChange && <Callout tone="info">{cannot}</Callout>}
      <Card title={tabs.policies}>
        <p class="soft">{texts.note}</p>
        <Form frame={frame} action="/settings/policies">
          <div class="cases">
            {POLICY_CASES.map((name) => (
              <Select
                key={name}
                name={name}
                label={texts.cases[name].name}
                hint={`${texts.cases[name].hint} ${texts.usual(texts.choices[name][DEFAULT_POLICIES[name]].toLowerCase())}`}
                value={policies[name]}
                choices={POLICY_CHOICES.map((choice) => ({ value: choice, name: texts.choices[name][choice] }))}
              />
            ))}
          </div>
          {canChange && (
            <p>
              <button type="submit" class="main">
                {save}
              </button>
            </p>
          )}
        </Form>
      </Card>
    </>,
  );
}
