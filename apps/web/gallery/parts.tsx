import { useState } from 'react'
import { OpeningWall } from '#light/wall/opening-wall.tsx'
import { Button } from '#ui/controls/button.tsx'
import { HoldButton } from '#ui/controls/hold-button.tsx'
import { HoldKey } from '#ui/controls/hold-key.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { LightSlider } from '#ui/controls/light-slider.tsx'
import { Tabs } from '#ui/controls/tabs.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { CardSkeleton } from '#ui/feedback/card-skeleton.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { Sheet } from '#ui/feedback/sheet.tsx'
import { Snackbar } from '#ui/feedback/snackbar.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Field, PasswordField } from '#ui/forms/field.tsx'
import { RadioList } from '#ui/forms/radio-list.tsx'
import { StrengthBar } from '#ui/forms/strength-bar.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import '#ui/layout/later-icons.ts'
import { ICON_PATHS, type IconName } from '#ui/layout/icon-paths.ts'
import { List, ListRow } from '#ui/layout/list-row.tsx'
import { PentagonBadge } from '#ui/layout/pentagon-badge.tsx'
import { RecordRow, Records } from '#ui/layout/record-row.tsx'
import styles from './gallery.module.css'
import { Section } from './section.tsx'

const isIconName = (name: string): name is IconName => name in ICON_PATHS
const percent = (value: number | null): string => (value === null ? 'unknown' : `${Math.round(value * 100)}%`)
const ignore = (): void => {}
const LOADED_WORDS = {
  waiting: 'Loading',
  titleOf: () => 'This could not be loaded',
  away: new Error('offline'),
  retry: 'Try again',
  reasonOf: () => 'The server is not available. Check your connection and try again.',
}

function Switches() {
  const [isOn, setOn] = useState(true)
  return (
    <div className={styles.line}>
      <Switch label="Off" checked={false} onChange={ignore} />
      <Switch label="A light" checked={isOn} onChange={setOn} />
      <Switch label="Cannot be used" checked disabled onChange={ignore} />
      <PentagonBadge>62%</PentagonBadge>
      <PentagonBadge points="down">62%</PentagonBadge>
      <Spinner size="small" />
      <Spinner />
      <Spinner size="large" />
    </div>
  )
}

/** Buttons to hold, with a log of their actions. */
function Holds() {
  const [done, setDone] = useState<readonly string[]>([])
  const actions = {
    onHeld: () => setDone((before) => [...before, 'held']),
    onAsk: () => setDone((before) => [...before, 'asked']),
    onShort: () => setDone((before) => [...before, 'short']),
  }
  return (
    <div className={styles.two}>
      <div className={styles.line}>
        <HoldKey
          icon="unlock"
          words="Hold to unlock"
          label="Front door: Locked. Hold to unlock"
          {...actions}
        />
        <output aria-label="What the buttons did">{done.join(', ')}</output>
      </div>
      <HoldButton {...actions}>Zum Entriegeln gedrückt halten</HoldButton>
    </div>
  )
}

function Overlays() {
  const [open, setOpen] = useState<'danger' | 'radio' | 'sheet' | 'error' | 'action' | 'success' | null>(null)
  const [choice, setChoice] = useState<'sl' | 'de' | 'sr-Cyrl'>('sl')
  const close = (): void => setOpen(null)
  return (
    <div className={styles.line}>
      <Button onClick={() => setOpen('danger')}>Confirm dialog</Button>
      <Button onClick={() => setOpen('radio')}>Radio dialog</Button>
      <Button onClick={() => setOpen('sheet')}>Sheet</Button>
      <Button onClick={() => setOpen('error')}>Red snackbar</Button>
      <Button onClick={() => setOpen('action')}>Snackbar with an action</Button>
      <Button onClick={() => setOpen('success')}>Green snackbar</Button>
      <ConfirmDialog
        open={open === 'danger'}
        title="Delete your account now?"
        text="All your devices are deleted with it. A device that is offline may need a factory reset by hand."
        cancelLabel="Cancel"
        confirmLabel="Delete account"
        danger
        onCancel={close}
        onConfirm={close}
      />
      <ConfirmDialog
        open={open === 'radio'}
        title="Language"
        cancelLabel="Cancel"
        confirmLabel="Change language"
        onCancel={close}
        onConfirm={close}
      >
        <RadioList
          label="Language"
          value={choice}
          onChange={setChoice}
          options={[
            { value: 'sl', label: 'Slovenščina', lang: 'sl' },
            { value: 'de', label: 'Deutsch', lang: 'de' },
            { value: 'sr-Cyrl', label: 'Српски, ћирилица', lang: 'sr-Cyrl' },
          ]}
        />
      </ConfirmDialog>
      <Sheet open={open === 'sheet'} label="Account" onClose={close}>
        <div className={styles.sheet}>
          <IconButton icon="close" label="Close" onClick={close} />
          <Rows />
        </div>
      </Sheet>
      {open === 'error' && (
        <Snackbar tone="error" message="The password is incorrect." closeLabel="Close" onClose={close} />
      )}
      {open === 'action' && (
        <Snackbar
          tone="error"
          message="There is a new version of Senca. Reload the page to continue."
          closeLabel="Close"
          action={{ label: 'Reload', run: close }}
          onClose={close}
        />
      )}
      {open === 'success' && (
        <Snackbar tone="success" message="E-mail sent." closeLabel="Close" onClose={close} />
      )}
    </div>
  )
}

function Rows() {
  return (
    <>
      <List>
        <ListRow icon="globe" value="Српски, ћирилица" onClick={ignore}>
          Language
        </ListRow>
        <ListRow icon="support" href="https://example.org">
          Support
        </ListRow>
      </List>
      <List>
        <ListRow icon="leave" onClick={ignore}>
          Log out
        </ListRow>
        <ListRow icon="leaveAll" danger onClick={ignore}>
          Log out everywhere
        </ListRow>
      </List>
      <Records>
        <RecordRow
          icon="key"
          name="Night script"
          actions={<IconButton icon="trash" label="Delete Night script" onClick={ignore} />}
        >
          <p>never used</p>
        </RecordRow>
      </Records>
    </>
  )
}

/** Every component of `ui` in its states. */
export function Parts() {
  return (
    <>
      <Section title="Type">
        <p className={styles.colossal}>64% −38°</p>
        <p className={styles.display} lang="sr-Cyrl">
          Светлост и сенка
        </p>
        <p className={styles.title} lang="de">
          Beschattungssteuerung im Wohnzimmer
        </p>
        <p className={styles.measure}>
          Žaluzija je zaprta, svetloba ostane zunaj. Lüftungsposition speichern. Сачувај положај за
          проветравање.
        </p>
      </Section>
      <Section title="Buttons">
        <div className={styles.line}>
          <Button variant="primary">Save</Button>
          <Button variant="secondary">Speichern</Button>
          <Button variant="quiet">Cancel</Button>
          <Button variant="danger">Delete account</Button>
          <Button variant="danger-text">Обриши налог</Button>
          <Button variant="primary" disabled>
            Create account
          </Button>
          <Button variant="primary" loading>
            Logging in
          </Button>
          <IconButton icon="up" shape="disc" label="Open" />
          <IconButton icon="stop" shape="disc" tone="on" label="Stop" />
          <IconButton icon="light" shape="disc" tone="lit" label="Light" pressed />
          <IconButton icon="down" shape="disc" disabled label="Close" />
          <IconButton icon="stop" shape="large" tone="on" label="Stop, large" />
        </div>
        <Holds />
      </Section>
      <Section title="Sliders of three values">
        <div className={styles.two}>
          <LightSlider label="At rest" reported={0.4} describe={percent} onCommit={ignore} />
          <LightSlider label="Moving" reported={0.3} target={0.8} describe={percent} onCommit={ignore} />
          <LightSlider label="Unknown" reported={null} describe={percent} onCommit={ignore} />
          <LightSlider label="Offline" reported={0.55} disabled describe={percent} onCommit={ignore} />
        </div>
      </Section>
      <Section title="Switches, badges, busy">
        <Switches />
        <Tabs
          label="Parts of the door"
          tabs={[
            { to: '/', label: 'Magnetschloss' },
            { to: '/motor', label: 'Motorschloss' },
            { to: '/foil', label: 'Sichtschutzfolie' },
          ]}
        />
      </Section>
      <Section title="Fields">
        <div className={styles.two}>
          <Field label="E-mail" defaultValue="ana.kovac@tivolska.si" type="email" />
          <PasswordField
            label="Password"
            defaultValue="senca"
            error="Use at least 8 characters."
            showLabel="Show the password"
            hideLabel="Hide the password"
          />
          <Field label="Name" hint="At most 20 characters" />
        </div>
        <div className={styles.two}>
          <StrengthBar level={0} levels={4} words="" />
          <StrengthBar level={1} levels={4} words="Password strength: weak" />
          <StrengthBar level={2} levels={4} words="Password strength: good" />
          <StrengthBar level={3} levels={4} words="Password strength: strong" />
          <StrengthBar level={4} levels={4} words="Password strength: very strong" />
        </div>
      </Section>
      <Section title="Messages">
        <Banner icon="offline" hatched>
          No connection. What you see is from 10:24.
        </Banner>
        <Overlays />
      </Section>
      <Section title="Rows">
        <div className={styles.column}>
          <Rows />
        </div>
      </Section>
      <Section title="Nothing yet, not yet">
        <div className={styles.two}>
          <EmptyState
            title="No devices yet"
            text="Add your first device with the claim code from its label."
            action={<Button variant="primary">Add a device</Button>}
            art={
              <OpeningWall
                wall={{ left: 0.4, top: 0.1, width: 0.54, height: 0.5, position: 0.5, tilt: -58 }}
              />
            }
          />
          <CardSkeleton />
        </div>
        <Loaded query={{ data: undefined, error: null, refetch: ignore }} words={LOADED_WORDS}>
          {() => null}
        </Loaded>
        <Loaded
          query={{ data: undefined, error: new Error('offline'), refetch: ignore }}
          words={LOADED_WORDS}
        >
          {() => null}
        </Loaded>
      </Section>
      <Section title="Icons">
        <div className={styles.icons}>
          {Object.keys(ICON_PATHS)
            .filter(isIconName)
            .map((name) => (
              <span key={name} title={name}>
                <Icon name={name} />
              </span>
            ))}
        </div>
      </Section>
    </>
  )
}
