import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TestProvider } from '../test/provider.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { Autocomplete } from './autocomplete.tsx';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { Collapsible } from './collapsible.tsx';
import { CommandPalette } from './command-palette.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog, type DismissReason } from './dialog.tsx';
import { Field, FieldGroup } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { Input } from './input.tsx';
import { Menu, MenuCheckboxItem, MenuItem } from './menu.tsx';
import { NumberField } from './number-field.tsx';
import { RadioGroup } from './radio-group.tsx';
import { RevealText } from './reveal-text.tsx';
import { Select } from './select.tsx';
import { SplitPane } from './split-pane.tsx';
import { StatusDot } from './status-dot.tsx';
import { Switch } from './switch.tsx';
import { TabPanel, Tabs } from './tabs.tsx';
import { Textarea } from './textarea.tsx';
import { ThemeProvider } from './theme-provider.tsx';
import { useToast } from './toast.tsx';

afterEach(cleanup);

const show = (node: ReactNode): ReturnType<typeof render> => render(<TestProvider>{node}</TestProvider>);
const describedBy = (element: Element): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.querySelector(`[id="${id}"]`)?.textContent ?? '')
    .join(' ');

describe('buttons', () => {
  it('submit no form by accident, and ignore presses while loading but keep focus and name', async () => {
    const user = userEvent.setup();
    const onClick = vi.fn<() => void>();
    const onSubmit = vi.fn<() => void>();
    show(
      <form onSubmit={onSubmit}>
        <Button onClick={onClick}>Save</Button>
        <Button loading onClick={onClick}>
          Run
        </Button>
        <IconButton label="Search" icon={<svg />} onClick={onClick} />
      </form>,
    );
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(onClick).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Run' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(onClick).toHaveBeenCalledTimes(2);
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('fields', () => {
  it('tie label, description and error to any control', () => {
    show(
      <>
        <Field label="Name" description="Yours" error="Too short" required>
          <Input />
        </Field>
        <Field label="Notes" required={false}>
          <Textarea />
        </Field>
        <Field label="Count">
          <NumberField />
        </Field>
        <Field label="Tone">
          <Select items={[{ value: 'a', label: 'Plain' }]} />
        </Field>
      </>,
    );
    const name = screen.getByLabelText(/Name/);
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect(describedBy(name)).toContain('Yours');
    expect(describedBy(name)).toContain('Too short');
    expect(screen.getByLabelText(/Notes/).tagName).toBe('TEXTAREA');
    expect(screen.getByText('optional')).toBeTruthy();
    expect(screen.getByLabelText(/Count/)).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Tone' })).toBeTruthy();
  });

  it('name the list that opens as what opens it', async () => {
    const user = userEvent.setup();
    show(
      <>
        <Field label="Tone">
          <Select items={[{ value: 'a', label: 'Plain' }]} defaultValue="a" />
        </Field>
        <Select aria-label="Size" items={[{ value: 'b', label: 'Small' }]} />
      </>,
    );
    for (const name of ['Tone', 'Size']) {
      screen.getByRole('combobox', { name }).focus();
      await user.keyboard('{Enter}');
      expect(await screen.findByRole('listbox', { name: name === 'Tone' ? /Tone|Plain/ : name })).toBeTruthy();
      await user.keyboard('{Escape}');
    }
  });

  it('name each choice of a group by its own words', () => {
    show(
      <>
        <FieldGroup label="Sections" error="Choose one">
          <Checkbox label="Issues" description="open ones" />
          <Checkbox label="Pulls" />
        </FieldGroup>
        <Field label="Kind">
          <RadioGroup items={[{ value: 'a', label: 'Program' }, { value: 'b', label: 'Address' }]} />
        </Field>
        <Switch label="Offered" />
      </>,
    );
    expect(screen.getByRole('checkbox', { name: 'Issues' })).toBeTruthy();
    expect(describedBy(screen.getByRole('checkbox', { name: 'Issues' }))).toContain('open ones');
    expect(screen.getByRole('checkbox', { name: 'Pulls' })).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Sections' })).toBeTruthy();
    expect(describedBy(screen.getByRole('group', { name: 'Sections' }))).toContain('Choose one');
    expect(screen.getByRole('radio', { name: 'Address' })).toBeTruthy();
    expect(screen.getByRole('radiogroup', { name: 'Kind' })).toBeTruthy();
    expect(screen.getByRole('switch', { name: 'Offered' })).toBeTruthy();
  });

  it('are pressed by their words', async () => {
    const user = userEvent.setup();
    const onCheckedChange = vi.fn<(checked: boolean) => void>();
    show(<Checkbox label="Issues" onCheckedChange={onCheckedChange} />);
    await user.click(screen.getByText('Issues'));
    expect(onCheckedChange).toHaveBeenCalledExactlyOnceWith(true);
  });

  it('choose by keyboard from a list', async () => {
    const user = userEvent.setup();
    const onValueChange = vi.fn<(value: string) => void>();
    show(<Select aria-label="Tone" items={[{ value: 'a', label: 'Plain' }, { value: 'b', label: 'Warm' }]} onValueChange={onValueChange} />);
    screen.getByRole('combobox').focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('option', { name: 'Warm' });
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(onValueChange).toHaveBeenCalledWith('b');
  });

  it('let any text stand beside suggestions', async () => {
    const user = userEvent.setup();
    function Branch(): ReactNode {
      const [value, setValue] = useState('');
      return <Autocomplete aria-label="Branch" value={value} onValueChange={setValue} suggestions={['main', 'next']} filter />;
    }
    show(<Branch />);
    const input = screen.getByRole<HTMLInputElement>('combobox');
    await user.type(input, 'mai');
    await user.click(await screen.findByRole('option', { name: 'main' }));
    expect(input.value).toBe('main');
    await user.type(input, '-2');
    expect(input.value).toBe('main-2');
  });
});

describe('dialogs', () => {
  it('start in the body, tell how they were left, and give focus back', async () => {
    const user = userEvent.setup();
    const reasons: DismissReason[] = [];
    function Page(): ReactNode {
      const [open, setOpen] = useState(false);
      return (
        <>
          <Button onClick={() => setOpen(true)}>Open</Button>
          <Dialog
            open={open}
            onOpenChange={(next, reason) => {
              reasons.push(reason);
              setOpen(next);
            }}
            title="Add"
            description="A server"
          >
            <input aria-label="Name" />
          </Dialog>
        </>
      );
    }
    show(<Page />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add' });
    expect(describedBy(dialog)).toContain('A server');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    expect(reasons).toEqual(['escape', 'close-button']);
  });

  it('ask a dangerous question with focus on the safe answer', async () => {
    const onConfirm = vi.fn<() => void>();
    show(<AlertDialog open onOpenChange={() => {}} title="Remove?" confirmLabel="Remove" cancelLabel="Keep" tone="danger" onConfirm={onConfirm} />);
    await screen.findByRole('alertdialog', { name: 'Remove?' });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep' })));
    expect(onConfirm).not.toHaveBeenCalled();
  });
});

describe('menus, tabs and folds', () => {
  it('run a command from the keyboard', async () => {
    const user = userEvent.setup();
    const onSelect = vi.fn<() => void>();
    show(
      <Menu trigger={<Button>More</Button>}>
        <MenuItem onSelect={() => {}}>Rename</MenuItem>
        <MenuItem onSelect={onSelect}>Delete</MenuItem>
        <MenuCheckboxItem checked onCheckedChange={() => {}}>
          Pinned
        </MenuCheckboxItem>
      </Menu>,
    );
    screen.getByRole('button', { name: 'More' }).focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('menuitem', { name: 'Rename' });
    expect(screen.getByRole('menuitemcheckbox', { name: 'Pinned' }).getAttribute('aria-checked')).toBe('true');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onSelect).toHaveBeenCalledOnce();
  });

  it('move between tabs with the arrows', async () => {
    const user = userEvent.setup();
    function Page(): ReactNode {
      const [tab, setTab] = useState<'a' | 'b'>('a');
      return (
        <Tabs aria-label="Views" items={[{ value: 'a', label: 'One' }, { value: 'b', label: 'Two', count: 3 }]} value={tab} onValueChange={setTab}>
          <TabPanel value="a">first</TabPanel>
          <TabPanel value="b">second</TabPanel>
        </Tabs>
      );
    }
    show(<Page />);
    screen.getByRole('tab', { name: 'One' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByText('second')).toBeTruthy();
    expect(screen.queryByText('first')).toBeNull();
  });

  it('open in place', async () => {
    const user = userEvent.setup();
    show(<Collapsible label="Details">inside</Collapsible>);
    expect(screen.queryByText('inside')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Details' }));
    expect(screen.getByText('inside')).toBeTruthy();
  });
});

describe('the command palette', () => {
  it('finds by typing, runs with Enter, and says when nothing matches', async () => {
    const user = userEvent.setup();
    const onRun = vi.fn<() => void>();
    const onOpenChange = vi.fn<(open: boolean) => void>();
    show(
      <CommandPalette
        open
        onOpenChange={onOpenChange}
        label="Commands"
        placeholder="Search"
        emptyText={(query) => `Nothing for ${query}`}
        groups={[
          { id: 'a', label: 'Go to', items: [{ id: '1', label: 'Home', onRun: () => {} }] },
          { id: 'b', label: 'Servers', items: [{ id: '2', label: 'Restart GitHub', keywords: ['reload'], onRun }] },
        ]}
      />,
    );
    const input = await screen.findByRole('combobox', { name: 'Commands' });
    await user.type(input, 'reload');
    expect(screen.queryByRole('option', { name: /Home/ })).toBeNull();
    await user.keyboard('{Enter}');
    expect(onRun).toHaveBeenCalledOnce();
    expect(onOpenChange).toHaveBeenCalledWith(false);
    await user.clear(input);
    await user.type(input, 'zzzz');
    expect(screen.getByText('Nothing for zzzz')).toBeTruthy();
  });
});

describe('toasts', () => {
  it('offer one action and close with it', async () => {
    const user = userEvent.setup();
    const onUndo = vi.fn<() => void>();
    function Page(): ReactNode {
      const toast = useToast();
      return <Button onClick={() => toast.show({ title: 'Removed', action: { label: 'Undo', onPress: onUndo }, duration: 0 })}>Remove</Button>;
    }
    show(<Page />);
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(onUndo).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });
});

describe('small things', () => {
  it('copy says whether it worked', async () => {
    const user = userEvent.setup();
    show(<CopyButton text="x" />);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('no'));
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Could not copy' })).toBeTruthy();
  });

  it('a state has words besides its colour', () => {
    show(<StatusDot tone="danger" text="Failed" hideText />);
    expect(screen.getByText('Failed')).toBeTruthy();
  });

  it('untrusted text cannot reach the text around it, and its cut is told', () => {
    const { container } = show(<RevealText text={`a\u202eb${'x'.repeat(50)}`} limit={10} />);
    expect(container.querySelector('bdi')).not.toBeNull();
    expect(container.textContent).toContain('‹U+202E›');
    expect(container.textContent).toContain('43 more');
    expect(container.textContent).toContain('1 hidden');
  });

  it('panes are resized by keyboard, within their limits', async () => {
    const user = userEvent.setup();
    function Page(): ReactNode {
      const [size, setSize] = useState(200);
      return (
        <SplitPane side="start" size={size} onSizeChange={setSize} min={160} max={240} label="Resize">
          <div />
          <div />
        </SplitPane>
      );
    }
    show(<Page />);
    const handle = screen.getByRole('separator', { name: 'Resize' });
    handle.focus();
    await user.keyboard('{ArrowRight}');
    expect(handle.getAttribute('aria-valuenow')).toBe('216');
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(handle.getAttribute('aria-valuenow')).toBe('240');
    await user.keyboard('{Home}');
    expect(handle.getAttribute('aria-valuenow')).toBe('160');
  });

  it('the theme is set on the root, and follows the system when asked to', () => {
    const listeners = new Set<(event: { matches: boolean }) => void>();
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: (_: string, listener: (event: { matches: boolean }) => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: (event: { matches: boolean }) => void) => listeners.delete(listener),
    }));
    const root = document.documentElement;
    const { rerender, unmount } = render(<ThemeProvider choice="system" fontScale={9}>x</ThemeProvider>);
    expect(root.dataset['theme']).toBe('dark');
    expect(root.style.getPropertyValue('--ui-font-scale')).toBe('1.6');
    rerender(<ThemeProvider choice="light">x</ThemeProvider>);
    expect(root.dataset['theme']).toBe('light');
    expect([root.dataset['contrast'], root.dataset['motion']]).toEqual(['more', 'reduced']);
    unmount();
    expect(listeners.size).toBe(0);
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
    const chosen = render(<ThemeProvider choice="system">x</ThemeProvider>);
    expect([root.dataset['contrast'], root.dataset['motion']]).toEqual(['usual', 'usual']);
    chosen.rerender(<ThemeProvider choice="system" contrast="more" motion="reduced">x</ThemeProvider>);
    expect([root.dataset['contrast'], root.dataset['motion']]).toEqual(['more', 'reduced']);
    vi.unstubAllGlobals();
  });
});
