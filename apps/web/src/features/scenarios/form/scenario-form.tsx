import { type DeviceInfo, type DeviceType, LIMITS } from '@senca/contract'
import { CATCH_UPS, type Group, isWeatherTrigger, type Scenario } from '@senca/contract/automation'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { changesOf } from '#core/changes.ts'
import { pageNow } from '#core/clock.ts'
import { numberedName } from '#core/numbered-name.ts'
import { useUnits } from '#features/room-model/rooms.ts'
import { Form } from '#i18n/form.tsx'
import { FormEnd } from '#i18n/form-end.tsx'
import { pageTag } from '#i18n/format-tag.ts'
import { useForm } from '#i18n/use-form.ts'
import type { Units } from '#i18n/weather-units.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { Sentence, useSentence } from '#ui/forms/sentence.tsx'
import { type Refusal, refusalOf } from '../refusals.ts'
import { actionSentence, namesText, proposedName, whenText } from '../scenario-words.ts'
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

/** The names of the chosen groups and devices. */
const namesOf = ({ targets, groups }: Draft, home: Home): string[] => [
  ...home.groups.flatMap(({ id, name }) => (groups.includes(id) ? [name] : [])),
  ...home.devices.flatMap(({ id, name }) => (targets.includes(id) ? [name] : [])),
]

/** The chosen devices, including those of the chosen groups. */
const movedBy = ({ targets, groups }: Draft, home: Home): string[] => [
  ...targets,
  ...home.groups
    .filter(({ id }) => groups.includes(id))
    .flatMap(({ activeDeviceTokens }) => activeDeviceTokens),
]

const givenBy = ({ targets, groups, catchUp }: Draft, name: string) => ({
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

const PARTS = ['when', 'who', 'what'] as const

/**
 * The form of a scenario: a sentence whose parts are when, who and what, then the resulting week and the name, which is proposed from
 * the sentence until a person types one. `scenario` is null for a new one, which starts as a copy of `copied` if there is one.
 */
export function ScenarioForm(props: {
  scenario: Scenario | null
  copied?: Scenario | null
  home: Home
  /** The names of the other scenarios. */
  names?: readonly string[]
  /** Replaces the weather trigger of a new scenario for own devices; null if weather triggers are allowed. */
  insteadOfWeather: ReactNode
  onClose: () => void
  onDuplicate?: () => void
}) {
  const { t } = useTranslation()
  const { scenario, copied = null, home, names = [], onClose, onDuplicate } = props
  const tag = pageTag()
  const current = useUnits()
  // The form keeps the units with which it was opened, even if the account's preferences are loaded later.
  const [units] = useState(current)
  const [opened] = useState<Draft>(() => {
    const saved = scenario ?? copied
    return saved === null ? NEW_DRAFT : draftOf(saved, typeOf(saved, home) ?? 'roller_shutter', units)
  })
  const isSharedBy = (draft: Draft) => {
    const chosen = movedBy(draft, home)
    return home.devices.some(({ id, owner }) => owner != null && chosen.includes(id))
  }
  const nameOf = (draft: Draft): string => {
    if (draft.name !== null) return draft.name
    const name =
      draft.template === null
        ? proposedName(namesOf(draft, home), draft, t, tag)
        : t(`scenarios.template.${draft.template}`)
    const isTaken = names.some((one) => one.toLowerCase() === name.toLowerCase())
    return isTaken ? numberedName(name, names, LIMITS.DEVICE_NAME_MAX_LENGTH) : name
  }
  const form = useForm<Draft, Refusal, void>({
    opened,
    validate: (draft) => {
      const needed = (what: 'name' | 'who' | 'days' | 'alarm') => ({
        text: t(`scenarios.${what}Needed`),
        needsPlace: false,
      })
      return {
        ...(draft.name?.trim() === '' ? { name: needed('name') } : {}),
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
      const given = givenBy(draft, nameOf(draft))
      const parts = partsOf(draft, kind, units)
      if (scenario !== null) {
        const before = {
          ...givenBy(opened, scenario.name),
          ...partsOf(opened, typeOf(opened, home) ?? kind, units),
        }
        await scenariosApi.update({ id: scenario.id, ...changesOf(before, { ...given, ...parts }) })
      } else {
        const preset = presetOf(draft, kind, units)
        await scenariosApi.create({ ...given, enabled: true, ...(preset === null ? parts : { preset }) })
      }
      await reloadScenarios()
    },
    onSaved: (_, leave) => leave(onClose),
  })
  const { values: draft } = form
  const sentence = useSentence(PARTS, typeOf(opened, home) === null ? ['who'] : [], (part) =>
    part === 'when'
      ? form.errors.when !== undefined || form.errors.values !== undefined
      : form.errors[part] !== undefined,
  )
  const change = (changes: Partial<Draft>) => {
    sentence.keep()
    const isOther = changes.move !== undefined || changes.waitsFor !== undefined
    form.change({ ...(isOther ? { template: null } : {}), ...changes })
  }
  const type = typeOf(draft, home)
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
  // An existing weather scenario may always be edited. For shared devices the owner's subscription counts, which only the server
  // knows.
  const isNewToWeather = scenario === null || !scenario.triggers.some(isWeatherTrigger)
  const isTimed = isWhenRight(draft, units) && draft.days.length > 0 && draft.alarms.length > 0
  const { text, what } = actionSentence(draft, type ?? 'roller_shutter', t, tag)

  return (
    <Form form={form} className={styles.form}>
      <Sentence
        text={text}
        sentence={sentence}
        parts={{
          when: {
            label: t('scenarios.when'),
            words: isTimed ? whenText(triggersOf(draft, units), t, tag, units) : t('scenarios.say.noWhen'),
            isBlank: !isTimed,
            fields: (
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
            ),
          },
          who: {
            label: t('scenarios.who'),
            words: type === null ? t('scenarios.say.noWho') : namesText(namesOf(draft, home), t, tag),
            isBlank: type === null,
            fields: (
              <WhoFields
                draft={draft}
                home={home}
                type={type}
                error={form.errorOf('who')}
                onChange={change}
              />
            ),
          },
          what: {
            label: t('scenarios.what'),
            words: what,
            fields: (
              <div className={styles.step}>
                <h2 className={styles.heading}>{t('scenarios.what')}</h2>
                {type === null ? (
                  <p className={styles.hint}>{t('scenarios.whoNeeded')}</p>
                ) : (
                  <WhatFields
                    draft={draft}
                    type={type}
                    devices={home.devices.filter(({ id }) => chosen.includes(id))}
                    onChange={change}
                  />
                )}
              </div>
            ),
          },
        }}
      >
        {scenario === null && copied === null && (
          <TemplateKeys
            chosen={draft.template}
            isOffered={(template) => candidates.some((one) => isTemplateFor(template, one))}
            onChoose={(template) => {
              form.change({ protects: null, ...templateDrafts(units)[template], template })
              // A template says all but who; how much wind an awning withstands only a person knows.
              sentence.show(template === 'wind' ? ['who', 'when'] : ['who'])
            }}
          />
        )}
      </Sentence>
      {isShared && draft.waitsFor !== 'time' && draft.move !== 'safe' && (
        <p className={styles.hint}>{t('scenarios.lentComfort')}</p>
      )}
      {isByTime(draft) && (
        <SelectField
          label={t('scenarios.catchUp')}
          value={draft.catchUp}
          options={CATCH_UPS.map((value) => ({ value, label: t(`scenarios.${value}`) }))}
          onChange={(catchUp) => change({ catchUp })}
        />
      )}
      <Field
        label={t('scenarios.name')}
        name="scenario-name"
        autoComplete="off"
        maxLength={LIMITS.DEVICE_NAME_MAX_LENGTH}
        value={nameOf(draft)}
        error={form.errorOf('name')}
        onFocus={({ currentTarget }) => draft.name === null && currentTarget.select()}
        onChange={(event) => change({ name: event.target.value })}
      />
      {isShared && isByTime(draft) && <p className={styles.hint}>{t('scenarios.sharedTimes')}</p>}
      {isTimed && type !== null && home.place !== null && isByTime(draft) && (
        <WeekPreview
          place={home.place}
          isElsewhere={isShared}
          own={
            isShared
              ? null
              : {
                  scenarioId: scenario?.id ?? null,
                  name: nameOf(draft).trim(),
                  firings: firingsOfWeek(triggersOf(draft, units), home.place, pageNow()),
                  deviceIds: chosen,
                }
          }
        />
      )}
      <FormEnd
        form={form}
        texts="scenarios"
        existing={
          scenario && {
            name: scenario.name,
            remove: () => scenariosApi.remove(scenario.id),
            reload: reloadScenarios,
          }
        }
        rare={
          <Button variant="quiet" onClick={onDuplicate}>
            {t('scenarios.duplicate')}
          </Button>
        }
        onClose={onClose}
      />
    </Form>
  )
}
