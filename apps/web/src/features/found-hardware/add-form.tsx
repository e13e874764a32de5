import { type DeviceInfo, type DeviceType, kindOf, LIMITS } from '@senca/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import formStyles from '#features/sharing-model/form.module.css'
import { Form } from '#i18n/form.tsx'
import { useForm } from '#i18n/use-form.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { RadioList } from '#ui/forms/radio-list.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import {
  type AddDraft,
  type AddError,
  addDraftOf,
  addRefusal,
  addRequestOf,
  proposedParts,
  validateAdd,
} from './add-draft.ts'
import styles from './found.module.css'
import { type FoundDevice, typesOf, usable } from './found-devices.ts'
import { Direction, type FormPart, LockCode, Parts } from './hardware-fields.tsx'
import { Problems } from './problems.tsx'
import { addDevice, proofOf, useWantedProof, type WantedHardwareProof } from './use-add.ts'

/** The values that the form opens with stay the same while the list of what was found is reloaded. */
const useOpened = (found: FoundDevice): AddDraft => useState(() => addDraftOf(found))[0]

/**
 * Makes a device of what was found. `others` may give further parts of a door or a light. `proofFor` renders the password dialog
 * when the server requires it.
 */
export function AddForm(props: {
  found: FoundDevice
  others: readonly FoundDevice[]
  takenNames: readonly string[]
  onAdded: (device: DeviceInfo) => void
  proofFor: (wanted: WantedHardwareProof) => ReactNode
}) {
  const { found, others, takenNames } = props
  const { t } = useTranslation()
  const entities = [found, ...others].flatMap(usable)
  const proof = useWantedProof()
  const form = useForm<AddDraft, AddError, DeviceInfo>({
    opened: useOpened(found),
    validate: (draft) => validateAdd(draft, takenNames, entities),
    refusalOf: addRefusal,
    textOf: (error) => t(`found.error.${error}`),
    send(draft, password) {
      if (draft.devicetype === null) throw new Error('There is no device type')
      return addDevice({ ...addRequestOf(draft, draft.devicetype, entities), ...proofOf(password) })
    },
    onFailure: proof.onFailure,
    onSaved: (device, leave) => leave(() => props.onAdded(device)),
  })
  const { values: draft, change, errorOf } = form
  const part: FormPart = { draft, errorOf, change }
  const { devicetype } = draft
  const cover = entities.find(({ id }) => id === draft.parts.cover)
  return (
    <>
      <Form form={form} className={formStyles.form}>
        <div className={styles.words}>
          <Facts facts={[...found.facts, found.isAvailable ? null : t('found.offline')]} />
          <Problems entities={found.entities} />
        </div>
        {(typesOf(found).length > 1 || errorOf('devicetype') !== null) && (
          <TypeField {...part} found={found} />
        )}
        <Field
          label={t('found.name')}
          name="device-name"
          autoComplete="off"
          hint={t('found.nameHint', { max: LIMITS.DEVICE_NAME_MAX_LENGTH })}
          value={draft.name}
          error={errorOf('name')}
          onChange={({ target }) => change({ name: target.value })}
        />
        {devicetype !== null && (
          <Parts
            {...part}
            devicetype={devicetype}
            found={found}
            // A shade is one cover; the parts of doors and lights may be separate devices.
            others={kindOf(devicetype).family === 'shade' ? [] : others}
          />
        )}
        {cover !== undefined && devicetype !== null && <Direction {...part} cover={cover} />}
        <LockCode {...part} entities={entities} />
        <div className={formStyles.foot}>
          <Button type="submit" variant="primary" wide loading={form.isSending}>
            {t('found.submit')}
          </Button>
        </div>
      </Form>
      {proof.isWanted && props.proofFor({ onCancel: proof.cancel, onProved: form.saveWith })}
    </>
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
