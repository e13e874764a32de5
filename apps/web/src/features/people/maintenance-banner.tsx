import type { DeviceInfo } from '@senca/contract'
import { type Maintenance, maintenanceSchema, type Role } from '@senca/contract/people'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { weekdayMoment } from '#i18n/moments.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { givenQuery } from './roles.ts'
import { revoke, useRoleCall } from './use-role-change.ts'

/** The roles with which a person maintains a device now. */
const maintainingRoles = (roles: readonly Role[], deviceId: string, email: string): Role[] =>
  roles.filter(
    ({ state, permissions, devices, users }) =>
      state === 'active' &&
      permissions.includes('maintain') &&
      devices.includes(deviceId) &&
      users.some((user) => user.email === email),
  )

/** Shows the owner who maintains a device now and until when. Links to the report and can end the maintenance. */
export function MaintenanceBanner({ device }: { device: DeviceInfo }) {
  const maintenance = maintenanceSchema.safeParse(device.maintenance)
  return maintenance.success && <Maintained key={device.id} deviceId={device.id} {...maintenance.data} />
}

function Maintained({ deviceId, email, until }: Maintenance & { deviceId: string }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { data = [] } = useQuery(givenQuery)
  const roles = maintainingRoles(data, deviceId, email)
  const [first] = roles
  const ending = useRoleCall({
    send: (some: readonly Role[]) => revoke(some, email),
    doneText: () => t('people.takenBack', { email }),
    onEnd: () => setAsking(false),
  })
  const text =
    until === null
      ? t('people.maintenance.open', { email })
      : t('people.maintenance.until', {
          email,
          when: weekdayMoment(new Date(until), formatTag(currentLanguage())),
        })
  return (
    <>
      <Banner
        icon="sliders"
        action={
          first !== undefined && (
            <>
              <ButtonLink variant="quiet" to={`/people/report?${new URLSearchParams({ id: first.id })}`}>
                {t('people.report')}
              </ButtonLink>
              <Button variant="quiet" onClick={() => setAsking(true)}>
                {t('people.maintenance.end')}
              </Button>
            </>
          )
        }
      >
        {text}
      </Banner>
      <ConfirmDialog
        open={isAsking}
        title={t('people.maintenance.ask')}
        text={t('people.maintenance.askText', { email })}
        cancelLabel={t('dialog.cancel')}
        confirmLabel={t('people.maintenance.end')}
        loading={ending.isSending}
        onCancel={() => setAsking(false)}
        onConfirm={() => ending.send(roles)}
      />
    </>
  )
}
