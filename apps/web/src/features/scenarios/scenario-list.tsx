import type { DeviceInfo, DeviceType } from '@senca/contract'
import { type Group, isTimeTrigger, type Scenario, triggerKindOf } from '@senca/contract/automation'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useUnits } from '#features/room-model/rooms.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { weekdayMoment } from '#i18n/moments.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { EMPTY_WALL, WallCanvas } from '#light/wall/wall-canvas.tsx'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import type { IconName } from '#ui/layout/icon-paths.ts'
import { refusalOf } from './refusals.ts'
import { ScenarioHistory } from './scenario-history.tsx'
import styles from './scenario-list.module.css'
import { actionsText, whenText } from './scenario-words.ts'
import { scenariosApi } from './scenarios.api.ts'
import { reloadScenarios } from './scenarios.ts'
import { useScenarioRun } from './use-scenario-run.ts'
import type { WeekPlace } from './week.ts'

interface Home {
  devices: readonly DeviceInfo[]
  groups: readonly Group[]
  /** Null before the home has a location; times are then in the reader's time zone. */
  place: WeekPlace | null
}

/** The scenarios: what each does and when, and the result of its last run. */
export function ScenarioList(props: {
  scenarios: readonly Scenario[]
  home: Home
  /** Shown beside or below the list. If it contains no section, the list uses its space. */
  aside: ReactNode
}) {
  const { scenarios, home } = props
  const { t } = useTranslation()
  const create = (
    <ButtonLink variant="primary" icon="plus" to="/scenarios/new">
      {t('scenarios.new')}
    </ButtonLink>
  )
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        {scenarios.length === 0 ? (
          <EmptyState
            title={t('scenarios.none')}
            text={t('scenarios.noneText')}
            art={<WallCanvas wall={EMPTY_WALL} />}
            action={create}
          />
        ) : (
          <>
            <ul className={styles.list}>
              {scenarios.map((scenario) => (
                <li key={scenario.id} className={styles.item}>
                  <ScenarioRow scenario={scenario} home={home} />
                </li>
              ))}
            </ul>
            <div className={styles.foot}>{create}</div>
          </>
        )}
      </div>
      <aside>{props.aside}</aside>
    </div>
  )
}

/** The type of the devices of a scenario; null if none of them exists any more. */
function typeOf({ targets, groups }: Scenario, home: Home): DeviceType | null {
  const device = home.devices.find(({ id }) => targets.includes(id))
  return device?.devicetype ?? home.groups.find(({ id }) => groups.includes(id))?.devicetype ?? null
}

/** A button that deletes a scenario of another person directly, because its form cannot be opened. */
function DeleteKey({ scenario: { id, name } }: { scenario: Scenario }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const remove = useServerCall({ send: () => scenariosApi.remove(id), onDone: reloadScenarios })
  return (
    <>
      <Button variant="quiet" onClick={() => setAsked(true)}>
        {t('scenarios.delete')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        danger
        title={t('scenarios.askDelete', { name })}
        text={t('scenarios.deleteText')}
        cancelLabel={t('scenarios.cancel')}
        confirmLabel={t('scenarios.delete')}
        loading={remove.isSending || remove.isDone}
        onCancel={() => setAsked(false)}
        onConfirm={() => remove.send()}
      />
    </>
  )
}

const ICONS = { manual: 'tap', time: 'clock', weather: 'wind', security: 'shield' } as const

/** What makes a scenario run, as an icon: a tap, the clock, the sun, the weather or an alarm. */
function iconOf(triggers: Scenario['triggers']): IconName {
  if (triggers.some((one) => isTimeTrigger(one) && one.type !== 'TimeOfDay')) return 'horizon'
  return ICONS[triggerKindOf(triggers) ?? 'manual']
}

type Outcome = NonNullable<Scenario['lastRun']>['outcome']
const LAST: Partial<Record<Outcome, 'lastDone' | 'lastPart' | 'lastFailed' | 'lastHeld'>> = {
  done: 'lastDone',
  part: 'lastPart',
  failed: 'lastFailed',
  held: 'lastHeld',
}

function ScenarioRow(props: { scenario: Scenario; home: Home }) {
  const { t } = useTranslation()
  const { scenario, home } = props
  const { id, name, enabled, triggers, actions, nextAt, lastRun, madeBy } = scenario
  const [isOpen, setOpen] = useState(false)
  const wordsId = useId()
  const tag = pageTag()
  const type = typeOf(scenario, home)
  const isByHand = triggers.length === 0
  const isPaused = scenario.status === 'paused'
  const units = useUnits()

  const turn = useServerCall({
    send: (isOn: boolean) => scenariosApi.update({ id, enabled: isOn }),
    onDone: reloadScenarios,
    onFailure: (failure) => refusalOf(failure, home.devices, t)?.text,
  })
  const run = useScenarioRun(scenario)
  const lastKey = lastRun === null ? undefined : LAST[lastRun.outcome]
  const zone = home.place?.timezone
  const next =
    (enabled || isByHand) && nextAt !== null
      ? t('scenarios.next', { when: weekdayMoment(new Date(nextAt), tag, zone) })
      : null
  const when = whenText(triggers, t, tag, units)
  const does = type === null ? null : actionsText(actions, type, t)
  /** What matters now comes first, because the row has room for one line. */
  const states = [
    scenario.status === 'running' && scenario.progress !== undefined
      ? t('scenarios.running', { done: scenario.progress.done, total: scenario.progress.of })
      : null,
    isPaused ? t('scenarios.paused') : null,
    scenario.status === 'active' ? t('scenarios.active') : null,
    enabled || isByHand ? null : t('scenarios.off'),
  ].filter((each) => each !== null)
  const past = [
    madeBy === null ? null : t('scenarios.madeBy', { by: madeBy }),
    lastRun === null || lastKey === undefined
      ? null
      : t(`scenarios.${lastKey}`, { when: weekdayMoment(new Date(lastRun.at), tag, zone) }),
  ].filter((each) => each !== null)
  const words = [
    ...states,
    does === null ? when : `${when} · ${does}`,
    ...(next === null ? [] : [next]),
    ...past,
  ]
  const line = (
    <>
      <span className={styles.what}>
        <span>{[...states, when].join(' · ')}</span>
        {does !== null && (
          <>
            <span className={styles.dot}> · </span>
            <span className={styles.does}>{does}</span>
          </>
        )}
      </span>
      {past.length > 0 && <span className={styles.what}>{past.join(' · ')}</span>}
    </>
  )
  return (
    <>
      <div className={styles.row} data-on={enabled || isByHand}>
        <Icon name={iconOf(triggers)} size={22} />
        {madeBy === null ? (
          <Link
            className={styles.open}
            to={`/scenarios/edit?${new URLSearchParams({ id })}`}
            aria-label={t('scenarios.edit', { name })}
            aria-describedby={wordsId}
          >
            <span className={styles.name}>{name}</span>
            <span id={wordsId} className={styles.words}>
              {line}
            </span>
          </Link>
        ) : (
          <div className={styles.open}>
            <span className={styles.name}>{name}</span>
            <span className={styles.words}>{line}</span>
          </div>
        )}
        {madeBy === null && !isPaused && (
          <IconButton
            icon="play"
            isCommand
            aria-busy={run.isSending}
            label={t('scenarios.runOf', { name })}
            onClick={() => run.send()}
          />
        )}
        {madeBy !== null && (
          <IconButton
            icon="history"
            aria-expanded={isOpen}
            label={t('scenarios.historyOf', { name })}
            onClick={() => setOpen(!isOpen)}
          />
        )}
        {madeBy === null && !isByHand && (
          <Switch
            label={t('scenarios.switch', { name })}
            checked={enabled}
            disabled={turn.isSending}
            onChange={(isOn) => turn.send(isOn)}
          />
        )}
      </div>
      {isOpen && (
        <div className={styles.more}>
          <div className={styles.facts}>
            <div>
              {words.map((each) => (
                <p key={each} className={styles.note}>
                  {each}
                </p>
              ))}
            </div>
            <DeleteKey scenario={scenario} />
          </div>
          <ScenarioHistory scenarioId={id} devices={home.devices} timezone={zone} />
        </div>
      )}
    </>
  )
}
