import type { DeviceInfo } from '@senca/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { isOwn } from '#features/device-model/rights.ts'
import { GivenList } from '#features/people/given/given-list.tsx'
import { ReceivedList } from '#features/people/received/received-list.tsx'
import { givenQuery, receivedQuery } from '#features/people/roles.ts'
import { FreezeSwitch } from '#features/share-links/access/freeze-switch.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { TabList, TabPanel, TabRoot } from '#ui/controls/tab-list.tsx'
import { useDeviceId } from '../device/use-device-id.ts'
import { SharingPage } from '../sharing/sharing-page.tsx'
import styles from './people-screen.module.css'
import { RoleProof } from './role-proof.tsx'

const VIEWS = ['given', 'received'] as const
type View = (typeof VIEWS)[number]

/**
 * The view in the URL, otherwise the given roles. An account that has given nothing but received something starts with the
 * received roles.
 */
function useView(search: string): View {
  const given = useQuery(givenQuery)
  const received = useQuery(receivedQuery)
  const asked = new URLSearchParams(search).get('view')
  const isReceiver = given.data?.length === 0 && (received.data?.length ?? 0) > 0
  return VIEWS.find((view) => view === asked) ?? (isReceiver ? 'received' : 'given')
}

const addressOf = (view: View, deviceId: string | null): string =>
  `/people?${new URLSearchParams({ view, ...(deviceId === null ? {} : { deviceId }) })}`

/** The people page: who has access to the devices of this account, and which devices others have shared with it. */
export default function PeopleScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { search } = useLocation()
  const deviceId = useDeviceId()
  const view = useView(search)
  return (
    <SharingPage title={t('people.title')} home="/menu" wide>
      {(devices) => (
        <>
          <TabRoot
            value={view}
            onChange={(chosen: View) => navigate(addressOf(chosen, deviceId), { replace: true })}
          >
            <TabList
              label={t('people.views')}
              tabs={VIEWS.map((value) => ({ value, label: t(`people.view.${value}`) }))}
            />
            <p className={styles.about}>{t(view === 'given' ? 'people.intro' : 'people.receivedIntro')}</p>
            <TabPanel value="given">
              <Given deviceId={deviceId} devices={devices.filter(isOwn)} />
            </TabPanel>
            <TabPanel value="received">
              <ReceivedList devices={devices} />
            </TabPanel>
          </TabRoot>
          {view === 'given' && <FreezeSwitch />}
        </>
      )}
    </SharingPage>
  )
}

function Given({ deviceId, devices }: { deviceId: string | null; devices: readonly DeviceInfo[] }) {
  const { t } = useTranslation()
  return (
    <>
      <GivenList
        deviceId={deviceId}
        devices={devices}
        proofFor={(wanted) => <RoleProof {...wanted} devices={devices} confirmLabel={t('roleForm.save')} />}
      />
      <p className={styles.access}>
        <ButtonLink variant="quiet" icon="key" to="/access">
          {t('people.whoCanOpen')}
        </ButtonLink>
      </p>
    </>
  )
}
