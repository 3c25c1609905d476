import { getCatalogue } from '@portolan/i18n/catalogue';
import { UiProvider } from '@portolan/ui/ui-provider';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useState, type ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { readForm, startForm, type FormState } from './form-state.ts';
import type { Json, JsonObject } from './json.ts';
import { SchemaForm } from './schema-form.tsx';

afterEach(cleanup);

const { ui, forms } = getCatalogue('en');
/** The form's state as last given to its owner. */
const latest: { state: FormState } = { state: startForm({}) };

function Harness({ schema, value, showErrors }: { schema: JsonObject; value?: Json | undefined; showErrors?: boolean | undefined }): ReactNode {
  const [form, setForm] = useState(() => (value === undefined ? startForm(schema) : startForm(schema, value)));
  useEffect(() => {
    latest.state = form;
  }, [form]);
  return (
    <UiProvider labels={ui}>
      <SchemaForm schema={schema} value={form} onChange={setForm} labels={forms} showErrors={showErrors} />
    </UiProvider>
  );
}

const everything: JsonObject = {
  type: 'object',
  required: ['repo', 'days'],
  properties: {
    repo: { type: 'string', title: 'Repository', description: 'Owner and name', minLength: 3 },
    days: { type: 'integer', minimum: 1 },
    tone: { type: 'string', enum: ['plain', 'warm'], enumNames: ['Plain', 'Warm'] },
    sections: { type: 'array', items: { type: 'string', enum: ['issues', 'pulls'] }, minItems: 1 },
    drafts: { type: 'boolean', title: 'Include drafts' },
    secret: { type: 'string', format: 'password' },
    tags: { type: 'array', items: { type: 'string' } },
    nick: { type: ['string', 'null'] },
    free: { type: 'object' },
    shape: { oneOf: [{ type: 'object', title: 'Circle', required: ['r'], properties: { kind: { const: 'circle' }, r: { type: 'number' } } }, { type: 'string', title: 'Named' }] },
  },
};

describe('a form made from a schema (S14, P13)', () => {
  it('is filled in by keyboard and leaves out what was not touched', async () => {
    const user = userEvent.setup();
    render(<Harness schema={everything} />);
    await user.type(screen.getByLabelText(/Repository/), 'acme/app');
    await user.type(screen.getByLabelText(/days/), '7');
    await user.click(screen.getByRole('checkbox', { name: /issues/ }));
    expect(readForm(everything, latest.state)).toEqual({ ok: true, value: { repo: 'acme/app', days: 7, sections: ['issues'] } });
    await user.clear(screen.getByLabelText(/Repository/));
    expect(latest.state.value).toEqual({ days: 7, sections: ['issues'] });
  });

  it('ties every control to a name, its description and its error', () => {
    render(<Harness schema={everything} value={{ repo: 'a', days: 0 }} showErrors />);
    const repo = screen.getByLabelText(/Repository/);
    const described = (repo.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.querySelector(`[id="${id}"]`)?.textContent);
    expect(described.join(' ')).toContain('Owner and name');
    expect(described.join(' ')).toContain('At least 3 characters.');
    expect(repo.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Must be 1 or more.')).toBeTruthy();
    for (const control of document.querySelectorAll('input:not([aria-hidden="true"]), textarea, button, [role="combobox"]')) {
      const name = control.getAttribute('aria-label') ?? control.textContent;
      const labelled = control.getAttribute('aria-labelledby') ?? '';
      const label = labelled.split(' ').some((id) => id !== '' && document.querySelector(`[id="${id}"]`) !== null);
      const byFor = control.id !== '' && document.querySelector(`label[for="${control.id}"]`) !== null;
      const inLabel = control.closest('label') !== null;
      if (!(name !== null && name !== '') && !label && !byFor && !inLabel) throw new Error(`nameless: ${control.outerHTML}`);
    }
  });

  it('shows the errors of a field once it has been left, not before', async () => {
    const user = userEvent.setup();
    render(<Harness schema={everything} />);
    await user.type(screen.getByLabelText(/Repository/), 'a');
    expect(screen.queryByText('At least 3 characters.')).toBeNull();
    await user.tab();
    expect(screen.getByText('At least 3 characters.')).toBeTruthy();
  });

  it('names the default of a list as the list does (P13)', () => {
    render(<Harness schema={{ type: 'object', properties: { seat: { type: 'string', oneOf: [{ const: 'in', title: 'Inside' }, { const: 'out', title: 'Terrace' }], default: 'out' } } }} />);
    expect(screen.getByText('Default: Terrace')).toBeDefined();
    expect(screen.queryByText('Default: out')).toBeNull();
  });

  it('never makes a password field, and offers no stored values', () => {
    render(<Harness schema={everything} />);
    expect(document.querySelector('input[type="password"]')).toBeNull();
    for (const input of document.querySelectorAll('input[type="text"]')) expect(input.getAttribute('autocomplete')).toBe('off');
  });

  it('keeps half a number as typed', async () => {
    const user = userEvent.setup();
    render(<Harness schema={everything} />);
    const days = screen.getByLabelText<HTMLInputElement>(/days/);
    await user.type(days, '1.');
    expect(days.value).toBe('1.');
    await user.type(days, '5');
    expect(latest.state.value).toEqual({ days: 1.5 });
    await user.type(days, 'x');
    expect(days.value).toBe('1.5x');
    expect(latest.state.value).toEqual({});
    await user.tab();
    expect(screen.getByText('Must be a number.')).toBeTruthy();
  });

  it('turns into several lines when such text is pasted, instead of joining them', () => {
    render(<Harness schema={everything} />);
    const repo = screen.getByLabelText<HTMLInputElement>(/Repository/);
    fireEvent.paste(repo, { clipboardData: { getData: () => 'one\r\ntwo' } });
    expect(latest.state.value).toEqual({ repo: 'one\ntwo' });
    expect(screen.getByLabelText(/Repository/).tagName).toBe('TEXTAREA');
  });

  it('says that a box which was not touched is not set', async () => {
    const user = userEvent.setup();
    render(<Harness schema={{ type: 'object', properties: { drafts: { type: 'boolean' } } }} />);
    expect(screen.getByText(forms.notSet)).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: /drafts/ }));
    expect(latest.state.value).toEqual({ drafts: true });
    await user.click(screen.getByRole('checkbox', { name: /drafts/ }));
    expect(latest.state.value).toEqual({ drafts: false });
    await user.click(screen.getByRole('button', { name: forms.unset }));
    expect(latest.state.value).toEqual({});
  });

  it('adds, moves and removes items', async () => {
    const user = userEvent.setup();
    render(<Harness schema={everything} value={{ tags: ['a'] }} />);
    await user.click(screen.getByRole('button', { name: forms.addItem }));
    await user.type(screen.getByLabelText('Item 2'), 'b');
    await user.click(screen.getByRole('button', { name: forms.moveUp(2) }));
    expect(latest.state.value).toEqual({ tags: ['b', 'a'] });
    await user.click(screen.getByRole('button', { name: forms.removeItem(1) }));
    expect(latest.state.value).toEqual({ tags: ['a'] });
  });

  it('tells null, nothing and a text apart', async () => {
    const user = userEvent.setup();
    render(<Harness schema={{ type: 'object', properties: { nick: { type: ['string', 'null'] } } }} />);
    await user.click(screen.getByRole('button', { name: forms.setNull }));
    expect(latest.state.value).toEqual({ nick: null });
    await user.click(screen.getByRole('button', { name: forms.setValue }));
    expect(latest.state.value).toEqual({});
    await user.type(screen.getByLabelText(/nick/), 'x');
    expect(latest.state.value).toEqual({ nick: 'x' });
  });

  it('takes a free object as JSON and keeps its text while it is broken (try-out 19)', async () => {
    const user = userEvent.setup();
    render(<Harness schema={{ type: 'object', properties: { param: { type: 'object' } } }} />);
    const field = screen.getByLabelText<HTMLTextAreaElement>(/param/);
    await user.click(field);
    await user.paste('{"a": true,');
    expect(field.value).toBe('{"a": true,');
    expect(readForm({}, latest.state)).toMatchObject({ ok: false });
    await user.paste(' "b": "s"}');
    expect(latest.state.value).toEqual({ param: { a: true, b: 's' } });
  });

  it('chooses a shape and fills it in', async () => {
    const user = userEvent.setup();
    render(<Harness schema={everything} />);
    await user.click(screen.getByRole('combobox', { name: /Kind/ }));
    await user.click(await screen.findByRole('option', { name: /Circle/ }));
    await user.type(await screen.findByLabelText(/^r/), '2');
    expect(latest.state.value).toEqual({ shape: { r: 2 } });
  });

  it('opens recursion only on demand (try-out 13)', async () => {
    const user = userEvent.setup();
    const tree: JsonObject = { type: 'object', properties: { name: { type: 'string' }, child: { $ref: '#' } } };
    render(<Harness schema={tree} />);
    expect(screen.getAllByLabelText(/name/)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: forms.setValue }));
    expect(screen.getAllByLabelText(/name/)).toHaveLength(2);
    expect(latest.state.value).toEqual({ child: {} });
  });

  it('switches to JSON and back, and bars the way back while the text is broken', async () => {
    const user = userEvent.setup();
    render(<Harness schema={everything} value={{ repo: 'acme/app', days: 7 }} />);
    await user.click(screen.getByRole('tab', { name: 'JSON' }));
    const text = screen.getByLabelText<HTMLTextAreaElement>(forms.jsonLabel);
    expect(JSON.parse(text.value)).toEqual({ repo: 'acme/app', days: 7 });
    await user.clear(text);
    await user.paste('{"repo": "x"');
    expect(screen.getByRole('tab', { name: forms.viewForm }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText(/not valid JSON/)).toBeTruthy();
    await user.paste('yz", "days": 3}'.slice(3));
    await user.click(screen.getByRole('tab', { name: forms.viewForm }));
    expect(screen.getByLabelText<HTMLInputElement>(/Repository/).value).toBe('x');
  });

  it('shows properties the schema does not allow, so that nothing is sent unseen', async () => {
    const user = userEvent.setup();
    const strict: JsonObject = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false };
    render(<Harness schema={strict} value={{ a: 'x', extra: 1 }} showErrors />);
    expect(screen.getByText('A property with this name is not allowed.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: forms.removeProperty('extra') }));
    expect(latest.state.value).toEqual({ a: 'x' });
  });

  it('makes hidden characters in what the server says visible (C02, C07)', () => {
    render(<Harness schema={{ type: 'object', properties: { a: { type: 'string', title: 'pay\u202epal', description: 'x\u{e0041}y' } } }} />);
    const form = within(document.body);
    expect(form.getByText('‹U+202E›')).toBeTruthy();
    expect(form.getByText('‹U+E0041›')).toBeTruthy();
  });
});
