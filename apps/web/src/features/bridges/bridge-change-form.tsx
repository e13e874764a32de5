import type { DeviceInfo } from '@senca/contract'
import { type Bridge, type BridgeScope, type BridgeUpdateRequest, hasToken } from '@senca/contract/bridges'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import formStyles from '#features/sharing-model/form.module.css'
import { pageTag } from '#i18n/format-tag.ts'
import { fullMoment } from '#i18n/moments.ts'
import { Button } from '#ui/controls/button.tsx'
import { type AppTerms, AppTermsFields } from './app-terms.tsx'
import { bridgesApi, type Days, expiresIn, furtherScopesOf, levelOf, OFFERED_SCOPES } from './bridges.ts'
import { type BridgeSaving, useBridgeSaving } from './use-bridge-saving.tsx'

type Draft = AppTerms<Days | ''>

/** What is granted of a device stays as it is, with its limits, unless the person chose another level for all. */
function grantsOf(bridge: Bridge, { devices, level }: Draft): Bridge['grants'] {
  const isLevelKept = level === levelOf(bridge)
  return Object.fromEntries(
    devices.map((id) => {
      const before = bridge.grants[id]
      if (before !== undefined && isLevelKept) return [id, before]
      return [id, { ...before, permissions: [level] }]
    }),
  )
}

function requestOf(bridge: Bridge, draft: Draft) {
  const { id, kind, scopes } = bridge
  const { name, level, also, days } = draft
  const offered: readonly BridgeScope[] = ['devices:command', ...OFFERED_SCOPES[kind]]
  const request = { id, name, grants: grantsOf(bridge, draft) } satisfies BridgeUpdateRequest
  if (kind === 'matter') return request
  return {
    ...request,
    scopes: [
      ...scopes.filter((scope) => !offered.includes(scope)),
      ...(level === 'command' ? (['devices:command'] as const) : []),
      ...also,
    ],
    ...(days === '' ? {} : { validBefore: expiresIn(days) }),
  }
}

/** Changes a connected app. Its token or login, what is paired with it, and how doors are unlocked stay. */
export function BridgeChangeForm(
  props: { bridge: Bridge; devices: readonly DeviceInfo[] } & BridgeSaving<Bridge>,
) {
  const { t } = useTranslation()
  const { bridge } = props
  const [draft, setDraft] = useState<Draft>({
    name: bridge.name,
    devices: Object.keys(bridge.grants),
    level: levelOf(bridge),
    also: furtherScopesOf(bridge),
    days: '',
  })
  const save = useBridgeSaving(requestOf(bridge, draft), bridgesApi.update, props)
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    save.forgetFailure()
  }
  return (
    <>
      <form className={formStyles.form} noValidate onSubmit={save.onSubmit}>
        <AppTermsFields
          devices={props.devices}
          terms={draft}
          offered={OFFERED_SCOPES[bridge.kind]}
          mustEnd={hasToken(bridge.kind)}
          endNote={
            draft.days === '' &&
            bridge.validBefore !== null && (
              <p className={formStyles.note}>
                {bridge.state === 'expired'
                  ? t('apps.over')
                  : t('apps.ends', { when: fullMoment(new Date(bridge.validBefore), pageTag()) })}
              </p>
            )
          }
          nameError={save.isNameMissing ? t('apps.nameMissing') : null}
          areDevicesMissing={save.areDevicesMissing}
          onChange={change}
        />
        <div className={formStyles.foot}>
          <Button type="submit" variant="primary" wide loading={save.isSending}>
            {t('apps.save')}
          </Button>
        </div>
      </form>
      {save.proof}
    </>
  )
}
