// What becomes of payments that do not fit their order (D43).
import { DEFAULT_POLICIES, POLICY_CASES, POLICY_CHOICES, type Policies } from '../../../domain/money/policy.js';
import type { Frame } from '../frame/frame.js';
import { Form, Select } from '../ui/form.js';
import { Card } from '../ui/parts.js';
import { renderSettings, Save } from './settings-frame.js';
import { SETTINGS_TEXTS } from './texts.js';

export function renderPoliciesPage(frame: Frame, policies: Policies, graceHours: number): string {
  const { policies: texts } = SETTINGS_TEXTS[frame.language];
  return renderSettings(frame, {
    tab: 'policies',
    children: (
      <Card>
        <p class="soft">{texts.note}</p>
        <Form frame={frame} action="/settings/policies">
          <div class="halves">
            {POLICY_CASES.map((name) => (
              <Select
                key={name}
                name={name}
                label={texts.cases[name].name}
                hint={`${texts.cases[name].hint.replace('{hours}', String(graceHours))} ${texts.usual(texts.choices[name][DEFAULT_POLICIES[name]])}`}
                value={policies[name]}
                choices={POLICY_CHOICES.map((choice) => ({ value: choice, name: texts.choices[name][choice] }))}
              />
            ))}
          </div>
          <Save frame={frame} />
        </Form>
      </Card>
    ),
  });
}
