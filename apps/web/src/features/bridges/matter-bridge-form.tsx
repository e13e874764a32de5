import { type DeviceInfo, LIMITS } from '@senca/contract'
import { MATTER_PARTS_OF_ALEXA } from '@senca/contract/bridge-matter'
import type { BridgeCreateRequest, BridgePermission } from '@senca/contract/bridges'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRooms } from '#features/room-model/rooms.ts'
import { DeviceChecks } from '#features/sharing-model/device-checks.tsx'
import formStyles from '#features/sharing-model/form.module.css'
import { Button } from '#ui/controls/button.tsx'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { Field } from '#ui/forms/field.tsx'
import { bridgesApi, LEVELS } from './bridges.ts'
import { type BridgeMaking, useBridgeSaving } from './use-bridge-saving.tsx'

const ALEXA = ['no', 'yes'] as const

interface Draft {
  name: string
  devices: readonly string[]
  level: BridgePermission
  alexa: (typeof ALEXA)[number]
}

const requestOf = ({ name, devices, level, alexa }: Draft): BridgeCreateRequest => ({
  name,
  kind: 'matter',
  grants: Object.fromEntries(devices.map((id) => [id, { permissions: [level] }])),
  ...(alexa === 'yes' ? { options: { alexa: true } } : {}),
})

/** Makes a Matter bridge. `proofFor` renders the password dialog when the server requires it. */
export function MatterBridgeForm(
  props: {
    devices: readonly DeviceInfo[]
  } & BridgeMaking,
) {
  const { t } = useTranslation()
  const rooms = useRooms() ?? []
  const [draft, setDraft] = useState<Draft>({ name: '', devices: [], level: 'command', alexa: 'no' })
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    make.forgetFailure()
  }
  const make = useBridgeSaving(requestOf(draft), bridgesApi.create, props)
  const isManyForAlexa = draft.alexa === 'yes' && draft.devices.length > MATTER_PARTS_OF_ALEXA
  return (
    <>
      <form className={formStyles.form} noValidate onSubmit={make.onSubmit}>
        <Field
          label={t('apps.name')}
          name="app-name"
          autoComplete="off"
          hint={t('apps.matter.nameHint')}
          maxLength={LIMITS.ROLE_NAME_MAX_LENGTH}
          value={draft.name}
          error={make.isNameMissing ? t('apps.nameMissing') : null}
          onChange={({ target }) => change({ name: target.value })}
        />
        <section>
          <h2 className={formStyles.heading}>{t('linkForm.devices')}</h2>
          <DeviceChecks
            devices={props.devices}
            rooms={rooms}
            chosen={draft.devices}
            error={make.areDevicesMissing ? t('apps.devicesMissing') : null}
            onChange={(devices) => change({ devices })}
          />
        </section>
        <section>
          <h2 className={formStyles.heading}>{t('apps.may')}</h2>
          <ChoiceChips
            label={t('apps.may')}
            value={draft.level}
            options={LEVELS.map((value) => ({ value, label: t(`apps.level.${value}`) }))}
            onChange={(level) => change({ level })}
          />
          <p className={formStyles.note}>{t(`apps.means.${draft.level}`)}</p>
        </section>
        <section>
          <h2 className={formStyles.heading}>{t('apps.matter.alexa.title')}</h2>
          <ChoiceChips
            label={t('apps.matter.alexa.title')}
            value={draft.alexa}
            options={ALEXA.map((value) => ({ value, label: t(`apps.matter.alexa.${value}`) }))}
            onChange={(alexa) => change({ alexa })}
          />
          <p className={formStyles.note}>
            {t(isManyForAlexa ? 'apps.matter.alexa.many' : 'apps.matter.alexa.note')}
          </p>
        </section>
        <div className={formStyles.foot}>
          <Button type="submit" variant="primary" wide loading={make.isSending}>
            {t('apps.matter.create')}
          </Button>
        </div>
      </form>
      {make.proof}
    </>
  )
}
