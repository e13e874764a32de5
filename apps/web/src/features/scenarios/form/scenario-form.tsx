import { type DeviceInfo, type DeviceType, LIMITS } from '@senca/contract'
import { CATCH_UPS, type Group, isWeatherTrigger, type Scenario } from '@senca/contract/automation'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { changesOf } from '#core/changes.ts'
import { pageNow } from '#core/clock.ts'
import { useUnits } from '#features/room-model/rooms.ts'
import { Form } from '#i18n/form.tsx'
import { pageTag } from '#i18n/format-tag.ts'
import { useForm } from '#i18n/use-form.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import type { Units } from '#i18n/weather-units.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
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

/** Whether what is typed for the trigger of the draft is valid. */
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
  const [opened] = useState<Draft>(() => {
    const saved = scenario ?? copied
    return saved === null ? NEW_DRAFT : draftOf(saved, typeOf(saved, home) ?? 'roller_shutter', units)
  })
  const [isAsked, setAsked] = useState(false)
  const isSharedBy = (draft: Draft) => {
    const chosen = movedBy(draft, home)
    return home.devices.some(({ id, owner }) => owner != null && chosen.includes(id))
  }
  const form = useForm<Draft, Refusal, void>({
    opened,
    validate: (draft) => {
      const needed = (what: 'name' | 'who' | 'days' | 'alarm') => ({
        text: t(`scenarios.${what}Needed`),
        needsPlace: false,
      })
      return {
        ...(draft.name.trim() === '' ? { name: needed('name') } : {}),
        ...(typeOf(draft, home) === null ? { who: needed('who') } : {}),
        ...(isByTime(draft) && draft.days.length === 0 ? { when: needed('days') } : {}),
        ...(draft.waitsFor === 'alarm' && draft.alarms.length === 0 ? { when: needed('alarm') } : {}),
        // The fields of times and of the weather show what is wrong with them.
        ...(isWhenRight(draft, units) ? {} : { values: { text: '', needsPlace: false } }),
      }
    },
    refusalOf: (failure, draft) => {
      if (failure instanceof ApiFailure && failure.error === 'device_name_in_use')
        return { name: { text: t('scenarios.nameInUse'), needsPlace: false } }
      const refused = refusalOf(failure, home.devices, t, isSharedBy(draft))
      return refused && { when: refused }
    },
    textOf: ({ text }) => text,
    async send(draft) {
      const kind = typeOf(draft, home) ?? 'roller_shutter'
      const given = givenBy(draft)
      const parts = partsOf(draft, kind, units)
      if (scenario !== null) {
        const before = { ...givenBy(opened), ...partsOf(opened, typeOf(opened, home) ?? kind, units) }
        await scenariosApi.update({ id: scenario.id, ...changesOf(before, { ...given, ...parts }) })
      } else {
        const preset = presetOf(draft, kind, units)
        await scenariosApi.create({ ...given, enabled: true, ...(preset === null ? parts : { preset }) })
      }
      await reloadScenarios()
    },
    onSaved: (_, leave) => leave(onClose),
  })
  const { values: draft, guard } = form
  const change = (changes: Partial<Draft>) => {
    const isOther = changes.move !== undefined || changes.waitsFor !== undefined
    form.change({ ...(isOther ? { template: null } : {}), ...changes })
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
  const isShared = isSharedBy(draft)
  const remove = useServerCall({
    send: async () => scenario !== null && (await scenariosApi.remove(scenario.id)),
    onDone: async () => {
      guard.free()
      await reloadScenarios()
      guard.leave(onClose)
    },
  })
  // An existing weather scenario may always be edited. For shared devices the owner's subscription counts, which only the server
  // knows.
  const isNewToWeather = scenario === null || !scenario.triggers.some(isWeatherTrigger)
  const isReady =
    type !== null && isWhenRight(draft, units) && draft.days.length > 0 && draft.alarms.length > 0

  return (
    <Form form={form} className={styles.form}>
      <Field
        label={t('scenarios.name')}
        name="scenario-name"
        autoComplete="off"
        autoFocus
        maxLength={LIMITS.DEVICE_NAME_MAX_LENGTH}
        value={draft.name}
        error={form.errorOf('name')}
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
      <WhoFields draft={draft} home={home} type={type} error={form.errorOf('who')} onChange={change} />
      <WhenFields
        draft={draft}
        units={units}
        isChecked={form.errors.values !== undefined}
        error={form.errorOf('when')}
        isShared={isShared}
        insteadOfWeather={isNewToWeather && !isShared ? props.insteadOfWeather : null}
        remedy={
          form.errors.when?.needsPlace === true && (
            <ButtonLink to="/homeplace">{t('weather.place')}</ButtonLink>
          )
        }
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
      {scenario !== null && (
        <div className={styles.rare}>
          <Button variant="quiet" onClick={() => setAsked(true)}>
            {t('scenarios.delete')}
          </Button>
          <Button variant="quiet" onClick={onDuplicate}>
            {t('scenarios.duplicate')}
          </Button>
        </div>
      )}
      <div className={styles.keys}>
        {isReady && (
          <p className={styles.sentence} aria-live="polite">
            {t('scenarios.sentence', {
              when: whenText(triggersOf(draft, units), t, tag, units),
              what: inSentence(whatText(draft, type, t), tag),
              who: namesOf(draft, home, tag),
            })}
          </p>
        )}
        <Button onClick={onClose}>{t('scenarios.cancel')}</Button>
        <Button type="submit" variant="primary" loading={form.isSending}>
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
    </Form>
  )
}
