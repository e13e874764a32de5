import type { DeviceInfo } from '@senca/contract'
import type { Role } from '@senca/contract/people'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadedSharing } from '#features/sharing-model/loaded-sharing.tsx'
import { WallCanvas } from '#light/wall/wall-canvas.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import peopleStyles from '../people.module.css'
import { givenQuery } from '../roles.ts'
import { useDeviceNames } from '../use-device-names.ts'
import { useNarrow } from '../use-narrow.ts'
import type { WantedProof } from '../use-role-change.ts'
import { GrantDialog } from './grant-dialog.tsx'
import { GrantLists, GrantTable } from './grant-table.tsx'
import { grantsOf } from './grants.ts'

import { RoleCards } from './role-cards.tsx'

interface GivenProps {
  /** The device to show, or null for the whole home. */
  deviceId: string | null
  devices: readonly DeviceInfo[]
  proofFor: (wanted: WantedProof) => ReactNode
}

/** What the account has shared: the people with their devices, and the roles behind that. */
export function GivenList(props: GivenProps) {
  const query = useQuery(givenQuery)
  return (
    <LoadedSharing query={query}>
      {(all) => {
        const { deviceId } = props
        const roles = deviceId === null ? all : all.filter(({ devices }) => devices.includes(deviceId))
        return roles.length === 0 ? <Nothing deviceId={deviceId} /> : <Given {...props} roles={roles} />
      }}
    </LoadedSharing>
  )
}

const newPath = (deviceId: string | null): string =>
  deviceId === null ? '/people/new' : `/people/new?${new URLSearchParams({ deviceId })}`

const HALF_OPEN = { left: 0.42, top: 0.08, width: 0.46, height: 0.62, position: 0.5, tilt: -40 }

function Nothing({ deviceId }: { deviceId: string | null }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('people.none.title')}
      text={t('people.none.text')}
      art={<WallCanvas wall={HALF_OPEN} />}
      action={
        <ButtonLink to={newPath(deviceId)} variant="primary" icon="plus">
          {t('people.give')}
        </ButtonLink>
      }
    />
  )
}

function Given({ roles, devices, deviceId, proofFor }: GivenProps & { roles: readonly Role[] }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<{ email: string; deviceId: string } | null>(null)
  const isNarrow = useNarrow()
  const namesOf = useDeviceNames(devices)
  const people = grantsOf(roles)
  const isGiven = (id: string) => people.some(({ byDevice }) => byDevice.has(id))
  const given = devices.filter(({ id }) => (deviceId === null ? isGiven(id) : id === deviceId))
  const current = roles.filter(({ state }) => state !== 'expired')
  const over = roles.filter(({ state }) => state === 'expired')
  const grant = people.find(({ email }) => email === opened?.email)?.byDevice.get(opened?.deviceId ?? '')
  const View = isNarrow ? GrantLists : GrantTable
  return (
    <>
      <p className={peopleStyles.new}>
        <ButtonLink to={newPath(deviceId)} variant="primary" icon="plus">
          {t('people.give')}
        </ButtonLink>
      </p>
      {people.length > 0 && given.length > 0 && (
        <section>
          <h2 className={peopleStyles.heading}>{t('people.who')}</h2>
          <View people={people} devices={given} onOpen={(email, id) => setOpened({ email, deviceId: id })} />
        </section>
      )}
      {current.length > 0 && (
        <section>
          <h2 className={peopleStyles.heading}>{t('people.roles')}</h2>
          <RoleCards roles={current} namesOf={namesOf} />
        </section>
      )}
      {over.length > 0 && (
        <section>
          <h2 className={peopleStyles.heading}>{t('people.over')}</h2>
          <RoleCards roles={over} namesOf={namesOf} />
        </section>
      )}
      {opened !== null && grant !== undefined && (
        <GrantDialog
          email={opened.email}
          deviceName={namesOf([opened.deviceId])}
          grant={grant}
          namesOf={namesOf}
          proofFor={proofFor}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
