import { type DeviceInfo, LIMITS } from '@senca/contract'
import {
  type Bridge,
  type BridgePermission,
  type BridgeScope,
  type BridgeUpdateRequest,
  hasToken,
} from '@senca/contract/bridges'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRooms } from '#features/room-model/rooms.ts'
import { DeviceChecks } from '#features/sharing-model/device-checks.tsx'
import formStyles from '#features/sharing-model/form.module.css'
import { pageTag } from '#i18n/format-tag.ts'
import { fullMoment } from '#i18n/moments.ts'
import { Button } from '#ui/controls/button.tsx'
import { CheckList } from '#ui/forms/check-list.tsx'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { Field } from '#ui/forms/field.tsx'
import styles from './bridges.module.css'
import {
  bridgesApi,
  DAYS,
  type Days,
  expiresIn,
  furtherScopesOf,
  LEVELS,
  levelOf,
  OFFERED_SCOPES,
  SCOPE_WORDS,
} from './bridges.ts'
import { type BridgeSaving, useBridgeSaving } from './use-bridge-saving.tsx'

interface Draft {
  name: string
  devices: readonly string[]
  level: BridgePermission
  also: readonly BridgeScope[]
  /** Empty while the end stays as it is. */
  days: Days | ''
}

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
  const rooms = useRooms() ?? []
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
  const offered = OFFERED_SCOPES[bridge.kind]
  return (
    <>
      <form className={formStyles.form} noValidate onSubmit={save.onSubmit}>
        <Field
          label={t('apps.name')}
          name="app-name"
          autoComplete="off"
          maxLength={LIMITS.ROLE_NAME_MAX_LENGTH}
          value={draft.name}
          error={save.isNameMissing ? t('apps.nameMissing') : null}
          onChange={({ target }) => change({ name: target.value })}
        />
        <section>
          <h2 className={formStyles.heading}>{t('linkForm.devices')}</h2>
          <DeviceChecks
            devices={props.devices}
            rooms={rooms}
            chosen={draft.devices}
            error={save.areDevicesMissing ? t('apps.devicesMissing') : null}
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
        {offered.length > 0 && (
          <section>
            <h2 className={formStyles.heading}>{t('apps.also')}</h2>
            <CheckList
              label={t('apps.also')}
              chosen={draft.also}
              options={offered.map((value) => ({
                value,
                label: t(`apps.scope.${SCOPE_WORDS[value]}`),
                note: <span className={styles.detail}>{t(`apps.scopeNote.${SCOPE_WORDS[value]}`)}</span>,
              }))}
              onChange={(also) => change({ also })}
            />
          </section>
        )}
        {hasToken(bridge.kind) && (
          <section>
            <h2 className={formStyles.heading}>{t('apps.until')}</h2>
            <ChoiceChips
              label={t('apps.until')}
              value={draft.days}
              options={DAYS.map((value) => ({ value, label: t('apps.days', { count: Number(value) }) }))}
              onChange={(days) => change({ days })}
            />
            {draft.days === '' && bridge.validBefore !== null && (
              <p className={formStyles.note}>
                {bridge.state === 'expired'
                  ? t('apps.over')
                  : t('apps.ends', { when: fullMoment(new Date(bridge.validBefore), pageTag()) })}
              </p>
            )}
          </section>
        )}
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
