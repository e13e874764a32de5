import { type DeviceInfo, type DeviceType, LIMITS } from '@senca/contract'
import { CATCH_UPS, type Group, isWeatherTrigger, type Scenario } from '@senca/contract/automation'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { changesOf, hasChanges } from '#core/changes.ts'
import { pageNow } from '#core/clock.ts'
import { useUnits } from '#features/room-model/rooms.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { useLeaveWords } from '#i18n/use-leave-words.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import type { Units } from '#i18n/weather-units.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { LeaveDialog } from '#ui/feedback/leave-dialog.tsx'
import { useLeaveGuard } from '#ui/feedback/use-leave-guard.ts'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { Field } from '#ui/forms/field.tsx'
import { type Refusal, refusalOf } from '../refusals.ts'
import { inSentence, whatText, whenText } from '../scenario-words.ts'
import { scenariosApi } from '../scenarios.api.ts'
import { reloadScenarios } from '../scenarios.ts'
import { firingsOfWeek, type WeekPlace } from '../week.ts'
import { WeekPreview } from '../week-preview.tsx'
import { actionsOf, type Draft, draftOf, isTimeRight, NEW_DRAFT, triggersOf } from './draft.ts'
import { presetOf } from './presets.ts'
import styles from './scenario-form.module.css'
import { TemplateKeys } from './template-keys.tsx'
import { isTemplateFor, templateDrafts } from './templates.ts'
import { isRuleRight } from './weather-draft.ts'
import { WhatFields } from './what-fields.tsx'
import { WhenFields } from './when-fields.tsx'
import { WhoFields } from './who-fields.tsx'

interface Home {
  devices: readonly DeviceInfo[]
  groups: readonly Group[]
  /** Null before the home has a location. */
  place: WeekPlace | null
}

/** The type of the chosen devices; null if none is chosen. */
function typeOf({ targets, groups }: Pick<Draft, 'targets' | 'groups'>, home: Home): DeviceType | null {
  const device = home.devices.find(({ id }) => targets.includes(id))
  const group = home.groups.find(({ id }) => groups.includes(id))
  return device?.devicetype ?? group?.devicetype ?? null
}

const namesOf = ({ targets, groups }: Draft, home: Home, tag: string): string => {
  const chosenGroups = home.groups.filter(({ id }) => groups.includes(id))
  const chosen = home.devices.filter(({ id }) => targets.includes(id))
  return new Intl.ListFormat(tag, { type: 'unit' }).format(
    [...chosenGroups, ...chosen].map(({ name }) => name),
  )
}

/** The chosen devices, including those of the chosen groups. */
const movedBy = ({ targets, groups }: Draft, home: Home): string[] => [
  ...targets,
  ...home.groups
    .filter(({ id }) => groups.includes(id))
    .flatMap(({ activeDeviceTokens }) => activeDeviceTokens),
]

const givenBy = ({ name, targets, groups, catchUp }: Draft) => ({
  name: name.trim(),
  targets: [...targets],
  groups: [...groups],
  catchUp,
})
const partsOf = (draft: Draft, kind: DeviceType, units: Units) => ({
  triggers: triggersOf(draft, units),
  actions: actionsOf(draft, kind),
})

type Fault = 'nameNeeded' | 'nameInUse' | 'whoNeeded' | 'daysNeeded' | 'alarmNeeded' | 'time'

/** Whether the trigger of the draft is valid. */
const isWhenRight = ({ waitsFor, times, rules }: Draft, units: Units): boolean =>
  waitsFor === 'weather'
    ? rules.length > 0 && rules.every((rule) => isRuleRight(rule, units))
    : waitsFor === 'alarm' || times.every(isTimeRight)

const isByTime = ({ waitsFor, times }: Draft): boolean => waitsFor === 'time' && times.length > 0

/**
 * The form of a scenario: who, when and what as three steps, then the resulting sentence and week. `scenario` is null for a new
 * one, which starts as a copy of `copied` if there is one.
 */
export function ScenarioForm(props: {
  scenario: Scenario | null
  copied?: Scenario | null
  home: Home
  /** Replaces the weather trigger of a new scenario for own devices; null if weather triggers are allowed. */
  insteadOfWeather: ReactNode
  onClose: () => void
  onDuplicate?: () => void
}) {
  const { t } = useTranslation()
  const { scenario, copied = null, home, onClose, onDuplicate } = props
  const current = useUnits()
  // The form keeps the units with which it was opened, even if the account's preferences are loaded later.
  const [units] = useState(current)
  const [draft, setDraft] = useState<Draft>(() => {
    const saved = scenario ?? copied
    return saved === null ? NEW_DRAFT : draftOf(saved, typeOf(saved, home) ?? 'roller_shutter', units)
  })
  const [opened] = useState(draft)
  const [fault, setFault] = useState<Fault | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isAsked, setAsked] = useState(false)
  const guard = useLeaveGuard(hasChanges(opened, draft))
  const leaveWords = useLeaveWords()
  const change = (changes: Partial<Draft>) => {
    const isOther = changes.move !== undefined || changes.waitsFor !== undefined
    setDraft((before) => ({ ...before, ...(isOther ? { template: null } : {}), ...changes }))
    setFault(null)
    setRefusal(null)
  }
  const type = typeOf(draft, home)
  const tag = pageTag()
  const chosen = movedBy(draft, home)
  /** What templates may be for: the chosen devices, and the type of a chosen group that has no active devices now. */
  const candidates =
    type === null
      ? home.devices
      : [
          ...home.devices.filter(({ id }) => chosen.includes(id)),
          ...home.groups.filter(
            ({ id, activeDeviceTokens }) => draft.groups.includes(id) && activeDeviceTokens.length === 0,
          ),
        ]
  const isShared = home.devices.some(({ id, owner }) => owner != null && chosen.includes(id))

  const done = async () => {
    guard.free()
    await reloadScenarios()
    guard.leave(onClose)
  }
  const save = useServerCall({
    send: (kind: DeviceType) => {
      const given = givenBy(draft)
      const parts = partsOf(draft, kind, units)
      if (scenario !== null) {
        const before = { ...givenBy(opened), ...partsOf(opened, typeOf(opened, home) ?? kind, units) }
        return scenariosApi.update({ id: scenario.id, ...changesOf(before, { ...given, ...parts }) })
      }
      const preset = presetOf(draft, kind, units)
      return scenariosApi.create({ ...given, enabled: true, ...(preset === null ? parts : { preset }) })
    },
    onDone: done,
    onFailure: (failure) => {
      guard.stay()
      if (failure instanceof ApiFailure && failure.error === 'device_name_in_use') {
        setFault('nameInUse')
        return null
      }
      const refused = refusalOf(failure, home.devices, t, isShared)
      setRefusal(refused)
      return refused === null ? undefined : null
    },
  })
  const remove = useServerCall({
    send: async () => scenario !== null && (await scenariosApi.remove(scenario.id)),
    onDone: done,
  })

  const faultOf = (): Fault | null => {
    if (draft.name.trim() === '') return 'nameNeeded'
    if (type === null) return 'whoNeeded'
    if (isByTime(draft) && draft.days.length === 0) return 'daysNeeded'
    if (draft.waitsFor === 'alarm' && draft.alarms.length === 0) return 'alarmNeeded'
    return isWhenRight(draft, units) ? null : 'time'
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = faultOf()
    setFault(found)
    setRefusal(null)
    if (found === null && type !== null) save.send(type)
  }
  const isOfName = fault === 'nameNeeded' || fault === 'nameInUse'
  // An existing weather scenario may always be edited. For shared devices the owner's subscription counts, which only the server
  // knows.
  const isNewToWeather = scenario === null || !scenario.triggers.some(isWeatherTrigger)
  const isReady =
    type !== null && isWhenRight(draft, units) && draft.days.length > 0 && draft.alarms.length > 0

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={t('scenarios.name')}
        name="scenario-name"
        autoComplete="off"
        autoFocus
        maxLength={LIMITS.DEVICE_NAME_MAX_LENGTH}
        value={draft.name}
        error={isOfName ? t(`scenarios.${fault}`) : null}
        onChange={(event) => change({ name: event.target.value })}
      />
      {scenario === null && copied === null && (
        <TemplateKeys
          chosen={draft.template}
          isOffered={(template) => candidates.some((one) => isTemplateFor(template, one))}
          onChoose={(template, name) =>
            change({ protects: null, ...templateDrafts(units)[template], template, name })
          }
        />
      )}
      <WhoFields
        draft={draft}
        home={home}
        type={type}
        error={fault === 'whoNeeded' ? t('scenarios.whoNeeded') : null}
        onChange={change}
      />
      <WhenFields
        draft={draft}
        units={units}
        isChecked={fault === 'time'}
        error={
          fault === 'daysNeeded' || fault === 'alarmNeeded'
            ? t(`scenarios.${fault}`)
            : (refusal?.text ?? null)
        }
        isShared={isShared}
        insteadOfWeather={isNewToWeather && !isShared ? props.insteadOfWeather : null}
        remedy={refusal?.needsPlace === true && <ButtonLink to="/homeplace">{t('weather.place')}</ButtonLink>}
        onChange={change}
      />
      {type !== null && (
        <section className={styles.step}>
          <h2 className={styles.heading}>{t('scenarios.what')}</h2>
          <WhatFields
            draft={draft}
            type={type}
            devices={home.devices.filter(({ id }) => chosen.includes(id))}
            onChange={change}
          />
          {isShared && draft.waitsFor !== 'time' && draft.move !== 'safe' && (
            <p className={styles.hint}>{t('scenarios.lentComfort')}</p>
          )}
        </section>
      )}
      {isByTime(draft) && (
        <section className={styles.step}>
          <h2 className={styles.heading}>{t('scenarios.catchUp')}</h2>
          <ChoiceChips
            label={t('scenarios.catchUp')}
            value={draft.catchUp}
            options={CATCH_UPS.map((value) => ({ value, label: t(`scenarios.${value}`) }))}
            onChange={(catchUp) => change({ catchUp })}
          />
        </section>
      )}
      {isReady && (
        <p className={styles.sentence} aria-live="polite">
          {t('scenarios.sentence', {
            when: whenText(triggersOf(draft, units), t, tag, units),
            what: inSentence(whatText(draft, type, t), tag),
            who: namesOf(draft, home, tag),
          })}
        </p>
      )}
      {isShared && isByTime(draft) && <p className={styles.hint}>{t('scenarios.sharedTimes')}</p>}
      {isReady && home.place !== null && isByTime(draft) && (
        <WeekPreview
          place={home.place}
          isElsewhere={isShared}
          own={
            isShared
              ? null
              : {
                  scenarioId: scenario?.id ?? null,
                  name: draft.name.trim(),
                  firings: firingsOfWeek(triggersOf(draft, units), home.place, pageNow()),
                  deviceIds: chosen,
                }
          }
        />
      )}
      <div className={styles.keys}>
        {scenario !== null && (
          <>
            <Button variant="quiet" onClick={() => setAsked(true)}>
              {t('scenarios.delete')}
            </Button>
            <Button variant="quiet" onClick={onDuplicate}>
              {t('scenarios.duplicate')}
            </Button>
          </>
        )}
        <Button onClick={onClose}>{t('scenarios.cancel')}</Button>
        <Button type="submit" variant="primary" loading={save.isSending || save.isDone}>
          {t(scenario === null ? 'scenarios.create' : 'scenarios.save')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        danger
        title={t('scenarios.askDelete', { name: scenario?.name ?? '' })}
        text={t('scenarios.deleteText')}
        cancelLabel={t('scenarios.cancel')}
        confirmLabel={t('scenarios.delete')}
        loading={remove.isSending || remove.isDone}
        onCancel={() => setAsked(false)}
        onConfirm={() => remove.send()}
      />
      <LeaveDialog
        guard={guard}
        words={leaveWords}
        isBusy={save.isSending || save.isDone}
        onSave={type !== null && faultOf() === null ? () => save.send(type) : null}
      />
    </form>
  )
}
