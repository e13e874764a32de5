import { type DeviceType, kindOf } from '@senca/contract'
import type { Entity, EntityPart } from '@senca/contract/discovery'
import { useTranslation } from 'react-i18next'
import formStyles from '#features/sharing-model/form.module.css'
import { Field } from '#ui/forms/field.tsx'
import { RadioList } from '#ui/forms/radio-list.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { type AddDraft, needsCode, partChoices } from './add-draft.ts'
import { abilitiesOf, entityName } from './entity-words.ts'
import styles from './found.module.css'
import type { FoundDevice } from './found-devices.ts'
import { canNudge, endOf } from './nudge.ts'
import { TryKey } from './try-key.tsx'

/** The fields of the forms that make a device of found hardware, or give a device other hardware. */
export interface FormPart {
  draft: AddDraft
  errorOf: (field: string) => string | null
  change: (edited: Partial<AddDraft>) => void
}

/** Parts that few doors have. */
const RARE_PARTS: ReadonlySet<EntityPart> = new Set(['lockContact', 'doorLight', 'handleLight', 'foil'])

/** Which of the found entities is which part. A shade with one cover has nothing to choose. */
export function Parts(
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
export function Direction({ draft, errorOf, change, cover }: FormPart & { cover: Entity }) {
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

/** The code of a lock that needs one for every command. */
export function LockCode({ draft, errorOf, change, entities }: FormPart & { entities: readonly Entity[] }) {
  const { t } = useTranslation()
  if (!needsCode(draft, entities)) return null
  return (
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
  )
}
