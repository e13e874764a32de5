import { type DeviceInfo, kindOf } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import formStyles from '#features/sharing-model/form.module.css'
import { Form } from '#i18n/form.tsx'
import { pageTag } from '#i18n/format-tag.ts'
import { useForm } from '#i18n/use-form.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import {
  type AddDraft,
  type AddError,
  addRequestOf,
  assignDraftOf,
  assignRefusal,
  partChoices,
  validateAdd,
} from './add-draft.ts'
import { foundQuery } from './discovery.ts'
import styles from './found.module.css'
import { type FoundDevice, foundDevices, ownHardware, usable } from './found-devices.ts'
import { Direction, type FormPart, LockCode, Parts } from './hardware-fields.tsx'
import { assignHardware, proofOf, useWantedProof, type WantedHardwareProof } from './use-add.ts'

interface AssignFormProps {
  device: DeviceInfo
  onAssigned: (device: DeviceInfo) => void
  /** Renders the password dialog when the server requires it. */
  proofFor: (wanted: WantedHardwareProof) => ReactNode
}

/** Gives a device other hardware, or further parts. Everything else of the device stays. */
export function AssignForm(props: AssignFormProps) {
  const { t } = useTranslation()
  const { device } = props
  const query = useQuery(foundQuery)
  return (
    <Loaded query={query} words={useLoadedWords()}>
      {(entities) => {
        const own = ownHardware(entities, device)
        const others = foundDevices(entities, pageTag())
        const isSingle = partChoices(device.devicetype, own, others).every(({ entities: choices }) =>
          choices.every(({ of }) => of === own),
        )
        return isSingle ? (
          <EmptyState
            title={t('found.replace.none')}
            text={t('found.replace.noneText')}
            action={<ButtonLink to="/newdevices">{t('found.back')}</ButtonLink>}
          />
        ) : (
          <Assigning {...props} own={own} others={others} />
        )
      }}
    </Loaded>
  )
}

/** The values that the form opens with stay the same while the list of what was found is reloaded. */
const useOpened = (device: DeviceInfo, own: FoundDevice): AddDraft =>
  useState(() => assignDraftOf(device, own))[0]

function Assigning(props: AssignFormProps & { own: FoundDevice; others: readonly FoundDevice[] }) {
  const { device, own, others } = props
  const { t } = useTranslation()
  const { devicetype } = device
  const entities = [own, ...others].flatMap(usable)
  const proof = useWantedProof()
  const form = useForm<AddDraft, AddError, DeviceInfo>({
    opened: useOpened(device, own),
    validate: (draft) => validateAdd(draft, [], entities),
    refusalOf: assignRefusal,
    textOf: (error) => t(`found.error.${error}`),
    send(draft, password) {
      const { ids, parts, settings } = addRequestOf(draft, devicetype, entities)
      return assignHardware({
        token: device.id,
        ids,
        ...(parts && { parts }),
        ...(settings && { settings }),
        ...proofOf(password),
      })
    },
    onFailure: proof.onFailure,
    onSaved: (fresh, leave) => leave(() => props.onAssigned(fresh)),
  })
  const part: FormPart = { draft: form.values, errorOf: form.errorOf, change: form.change }
  const cover = entities.find(({ id }) => id === form.values.parts.cover)
  return (
    <>
      <Form form={form} className={formStyles.form}>
        <p className={styles.intro}>{t('found.replace.intro', { name: device.name })}</p>
        <Parts {...part} devicetype={devicetype} found={own} others={others} />
        {kindOf(devicetype).family === 'shade' && cover !== undefined && (
          <Direction {...part} cover={cover} />
        )}
        <LockCode {...part} entities={entities} />
        <div className={formStyles.foot}>
          <Button type="submit" variant="primary" wide loading={form.isSending}>
            {t('found.replace.submit')}
          </Button>
        </div>
      </Form>
      {proof.isWanted && props.proofFor({ onCancel: proof.cancel, onProved: form.saveWith })}
    </>
  )
}
