import { type DeviceInfo, type DeviceType, kindOf, LIMITS } from '@senca/contract'
import type { Entity, EntityPart } from '@senca/contract/discovery'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import formStyles from '#features/sharing-model/form.module.css'
import { Form } from '#i18n/form.tsx'
import { useForm } from '#i18n/use-form.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { RadioList } from '#ui/forms/radio-list.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import {
  type AddDraft,
  type AddError,
  addDraftOf,
  addRefusal,
  addRequestOf,
  needsCode,
  partChoices,
  proposedParts,
  validateAdd,
} from './add-draft.ts'
import { abilitiesOf, entityName } from './entity-words.ts'
import styles from './found.module.css'
import { type FoundDevice, typesOf, usable } from './found-devices.ts'
import { canNudge, endOf } from './nudge.ts'
import { Problems } from './problems.tsx'
import { TryKey } from './try-key.tsx'
import { addDevice } from './use-add.ts'

/** The values that the form opens with stay the same while the list of what was found is reloaded. */
const useOpened = (found: FoundDevice): AddDraft => useState(() => addDraftOf(found))[0]

interface FormPart {
  draft: AddDraft
  errorOf: (field: string) => string | null
  change: (edited: Partial<AddDraft>) => void
}

/** Makes a device of what was found. `others` may give further parts of a door or a light. */
export function AddForm(props: {
  found: FoundDevice
  others: readonly FoundDevice[]
  takenNames: readonly string[]
  onAdded: (device: DeviceInfo) => void
}) {
  const { found, others, takenNames } = props
  const { t } = useTranslation()
  const entities = [found, ...others].flatMap(usable)
  const form = useForm<AddDraft, AddError, DeviceInfo>({
    opened: useOpened(found),
    validate: (draft) => validateAdd(draft, takenNames, entities),
    refusalOf: addRefusal,
    textOf: (error) => t(`found.error.${error}`),
    send(draft) {
      if (draft.devicetype === null) throw new Error('There is no device type')
      return addDevice(addRequestOf(draft, draft.devicetype, entities))
    },
    onSaved: (device, leave) => leave(() => props.onAdded(device)),
  })
  const { values: draft, change, errorOf } = form
  const part: FormPart = { draft, errorOf, change }
  const { devicetype } = draft
  const cover = entities.find(({ id }) => id === draft.parts.cover)
  return (
    <Form form={form} className={formStyles.form}>
      <div className={styles.words}>
        <Facts facts={[...found.facts, found.isAvailable ? null : t('found.offline')]} />
        <Problems entities={found.entities} />
      </div>
      {(typesOf(found).length > 1 || errorOf('devicetype') !== null) && <TypeField {...part} found={found} />}
      <Field
        label={t('found.name')}
        name="device-name"
        autoComplete="off"
        hint={t('found.nameHint', { max: LIMITS.DEVICE_NAME_MAX_LENGTH })}
        value={draft.name}
        error={errorOf('name')}
        onChange={({ target }) => change({ name: target.value })}
      />
      {devicetype !== null && <Parts {...part} devicetype={devicetype} found={found} others={others} />}
      {cover !== undefined && devicetype !== null && <Direction {...part} cover={cover} />}
      {needsCode(draft, entities) && (
        <Field
          label={t('found.lockCode')}
          name="lock-code"
          autoComplete="off"
          inputMode="numeric"
          hint={t('found.lockCodeHint')}
          maxLength={32}
          value={draft.lockCode}
          error={errorOf('lockCode')}
          onChange={({ target }) => change({ lockCode: target.value })}
        />
      )}
      <div className={formStyles.foot}>
        <Button type="submit" variant="primary" wide loading={form.isSending}>
          {t('found.submit')}
        </Button>
      </div>
    </Form>
  )
}

function TypeField({ draft, errorOf, change, found }: FormPart & { found: FoundDevice }) {
  const { t } = useTranslation()
  return (
    <section>
      <h2 className={formStyles.heading}>{t('found.type')}</h2>
      <RadioList<DeviceType>
        label={t('found.type')}
        value={draft.devicetype}
        options={typesOf(found).map((type) => ({
          value: type,
          label: type === 'home_door' ? t('found.door') : t(`settings.kind.${type}`),
          icon: <Icon name={type} size={22} />,
        }))}
        error={errorOf('devicetype')}
        onChange={(devicetype) =>
          change({ devicetype, parts: proposedParts(devicetype, found), isInverted: null })
        }
      />
    </section>
  )
}

/** Parts that few doors have. */
const RARE_PARTS: ReadonlySet<EntityPart> = new Set(['lockContact', 'doorLight', 'handleLight', 'foil'])

/** Which of the found entities is which part. A shade with one cover has nothing to choose. */
function Parts(
  props: FormPart & { devicetype: DeviceType; found: FoundDevice; others: readonly FoundDevice[] },
) {
  const { draft, errorOf, change, devicetype, found, others } = props
  const { t } = useTranslation()
  const choices = partChoices(devicetype, found, others)
  const isShade = kindOf(devicetype).family === 'shade'
  if (isShade && choices.every(({ entities }) => entities.length < 2)) return null
  const error = errorOf('parts')
  const nameOf = (entity: Entity, of: FoundDevice): string =>
    of === found || of.name === null || of.name === entity.name
      ? entityName(entity, t)
      : `${entityName(entity, t)} · ${of.name}`
  const select = ({ part, entities }: (typeof choices)[number]) => (
    <SelectField
      key={part}
      label={t(`found.part.${part}`)}
      value={draft.parts[part] ?? ''}
      options={[
        ...(isShade ? [] : [{ value: '', label: t('found.noPart') }]),
        ...entities.map(({ entity, of }) => ({ value: entity.id, label: nameOf(entity, of) })),
      ]}
      onChange={(id) => put(part, id)}
    />
  )
  const isMain = ({ part }: { part: EntityPart }) => !RARE_PARTS.has(part)
  const more = choices.filter((choice) => !isMain(choice))
  const put = (part: EntityPart, id: string) => change({ parts: { ...draft.parts, [part]: id } })
  return (
    <fieldset className={styles.parts} data-invalid={error !== null}>
      <legend className={formStyles.heading}>{t('found.parts')}</legend>
      {choices.filter(isMain).map(select)}
      {error !== null && (
        <p className={formStyles.fault} role="alert">
          {error}
        </p>
      )}
      {more.length > 0 && (
        <details className={formStyles.more}>
          <summary className={formStyles.summary}>
            <span className={formStyles.summaryName}>{t('found.moreParts')}</span>
            <Icon name="down" size={20} />
          </summary>
          <div className={formStyles.terms}>{more.map(select)}</div>
        </details>
      )}
    </fieldset>
  )
}

/** Whether open and closed are swapped. Of an awning it has to be chosen: wrong, a storm would drive it out. */
function Direction({ draft, errorOf, change, cover }: FormPart & { cover: Entity }) {
  const { t } = useTranslation()
  const isAwning = draft.devicetype === 'awning'
  const isInverted = draft.isInverted === true
  const choose = (inverted: boolean) => change({ isInverted: inverted })
  return (
    <section className={styles.words}>
      <h2 className={formStyles.heading}>{t('found.direction')}</h2>
      <Facts facts={abilitiesOf(cover, t)} />
      {canNudge(cover) && (
        <div className={styles.keys}>
          <TryKey entity={cover} name={draft.name} isAwning={isAwning} onDirection={choose} />
        </div>
      )}
      {isAwning ? (
        <AwningDirection draft={draft} cover={cover} error={errorOf('isInverted')} onChoose={choose} />
      ) : (
        <div className={formStyles.switchLine}>
          <span>{t('found.reverse')}</span>
          <Switch label={t('found.reverse')} checked={isInverted} onChange={choose} />
        </div>
      )}
    </section>
  )
}

/**
 * Whether the awning is out now, if it says that it is at an end; otherwise what its hardware means by open. In Senca an awning that
 * is open is in.
 */
function AwningDirection(props: {
  draft: AddDraft
  cover: Entity
  error: string | null
  onChoose: (isInverted: boolean) => void
}) {
  const { t } = useTranslation()
  const { isInverted } = props.draft
  const end = endOf(props.cover)
  // Out is what Senca calls closed: inverted if the hardware calls the same place open.
  const isOutInverted = end !== 'closed'
  const label = t(end === null ? 'found.awning.openMeans' : 'found.awning.isOut')
  return (
    <>
      <p>{label}</p>
      <RadioList
        label={label}
        value={isInverted === null ? null : isInverted === isOutInverted ? 'out' : 'in'}
        options={[
          { value: 'out', label: t('found.awning.out') },
          { value: 'in', label: t('found.awning.in') },
        ]}
        error={props.error}
        onChange={(place) => props.onChoose((place === 'out') === isOutInverted)}
      />
      <p className={formStyles.hint}>{t('found.awning.why')}</p>
    </>
  )
}
