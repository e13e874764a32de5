import { type DeviceInfo, type DeviceType, LIMITS } from '@senca/contract'
import { CATCH_UPS, type Group, type Scenario } from '@senca/contract/automation'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/failures.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { Field } from '#ui/forms/field.tsx'
import { actionsOf, type Draft, draftOf, isTimeRight, NEW_DRAFT, triggersOf } from './draft.ts'
import styles from './scenario-form.module.css'
import { whatText, whenText } from './scenario-words.ts'
import { reloadScenarios, scenariosApi } from './scenarios.ts'
import { TemplateKeys } from './template-keys.tsx'
import { TEMPLATE_DRAFTS } from './templates.ts'
import { firingsOfWeek, type WeekPlace } from './week.ts'
import { WeekPreview } from './week-preview.tsx'
import { WhatFields } from './what-fields.tsx'
import { WhenFields } from './when-fields.tsx'
import { WhoFields } from './who-fields.tsx'

interface Home {
  devices: readonly DeviceInfo[]
  groups: readonly Group[]
  /** Null before the home has one. */
  place: WeekPlace | null
}

/** The type of what is chosen; null while nothing is. */
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

/** The devices of what is chosen, those of its groups too. */
const movedBy = ({ targets, groups }: Draft, home: Home): string[] => [
  ...targets,
  ...home.groups
    .filter(({ id }) => groups.includes(id))
    .flatMap(({ activeDeviceTokens }) => activeDeviceTokens),
]

type Fault = 'nameNeeded' | 'nameInUse' | 'whoNeeded' | 'daysNeeded' | 'time'

/**
 * Who, when and what, as three steps, and the sentence and the week that they make. `scenario` is null for one that is not there yet, which begins as
 * `start`.
 */
export function ScenarioForm(props: {
  scenario: Scenario | null
  start?: Draft
  home: Home
  onClose: () => void
  onDuplicate?: (draft: Draft) => void
}) {
  const { t } = useTranslation()
  const { scenario, start = NEW_DRAFT, home, onClose, onDuplicate } = props
  const [draft, setDraft] = useState<Draft>(() =>
    scenario === null ? start : draftOf(scenario, typeOf(scenario, home) ?? 'roller_shutter'),
  )
  const [fault, setFault] = useState<Fault | null>(null)
  const [isAsked, setAsked] = useState(false)
  const change = (changes: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    setFault(null)
  }
  const type = typeOf(draft, home)
  const tag = pageTag()

  const done = async () => {
    await reloadScenarios()
    onClose()
  }
  const save = useServerCall({
    send: (kind: DeviceType) => {
      const { targets, groups, catchUp } = draft
      const given = {
        name: draft.name.trim(),
        targets: [...targets],
        groups: [...groups],
        triggers: triggersOf(draft),
        actions: actionsOf(draft, kind),
        catchUp,
      }
      return scenario === null
        ? scenariosApi.create({ ...given, enabled: true })
        : scenariosApi.update({ id: scenario.id, ...given })
    },
    onDone: done,
    onFailure: (failure) => {
      if (!(failure instanceof ApiFailure) || failure.error !== 'device_name_in_use') return undefined
      setFault('nameInUse')
      return null
    },
  })
  const remove = useServerCall({
    send: async () => scenario !== null && (await scenariosApi.remove(scenario.id)),
    onDone: done,
  })

  const faultOf = (): Fault | null => {
    if (draft.name.trim() === '') return 'nameNeeded'
    if (type === null) return 'whoNeeded'
    if (draft.times.length > 0 && draft.days.length === 0) return 'daysNeeded'
    return draft.times.every(isTimeRight) ? null : 'time'
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = faultOf()
    setFault(found)
    if (found === null && type !== null) save.send(type)
  }
  const isOfName = fault === 'nameNeeded' || fault === 'nameInUse'
  const isReady = type !== null && draft.times.every(isTimeRight) && draft.days.length > 0

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
      {scenario === null && start === NEW_DRAFT && (
        <TemplateKeys onChoose={(template, name) => change({ ...TEMPLATE_DRAFTS[template], name })} />
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
        isChecked={fault === 'time'}
        error={fault === 'daysNeeded' ? t('scenarios.daysNeeded') : null}
        onChange={change}
      />
      {type !== null && (
        <section className={styles.step}>
          <h2 className={styles.heading}>{t('scenarios.what')}</h2>
          <WhatFields draft={draft} type={type} onChange={change} />
        </section>
      )}
      {draft.times.length > 0 && (
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
            when: whenText(triggersOf(draft), t, tag),
            what: inSentence(whatText(draft, type, t), tag),
            who: namesOf(draft, home, tag),
          })}
        </p>
      )}
      {isReady && home.place !== null && draft.times.length > 0 && (
        <WeekPreview
          place={home.place}
          own={{
            scenarioId: scenario?.id ?? null,
            name: draft.name.trim(),
            firings: firingsOfWeek(triggersOf(draft), home.place, new Date()),
            deviceIds: movedBy(draft, home),
          }}
        />
      )}
      <div className={styles.keys}>
        {scenario !== null && (
          <>
            <Button variant="quiet" onClick={() => setAsked(true)}>
              {t('scenarios.delete')}
            </Button>
            <Button variant="quiet" onClick={() => onDuplicate?.(draft)}>
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
    </form>
  )
}

/** Inside a sentence words begin small, but nouns of German. */
const inSentence = (text: string, tag: string): string =>
  tag.startsWith('de') ? text : text.charAt(0).toLocaleLowerCase(tag) + text.slice(1)
