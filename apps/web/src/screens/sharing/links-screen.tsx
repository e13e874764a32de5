import type { DeviceInfo } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { useAccount } from '#features/account-model/accounts.ts'
import { AccessList } from '#features/share-links/access/access-list.tsx'
import { FreezeSwitch } from '#features/share-links/access/freeze-switch.tsx'
import { LinkList, type ShownLink } from '#features/share-links/list/link-list.tsx'
import { TabList, TabPanel, TabRoot } from '#ui/controls/tab-list.tsx'
import { useDeviceId } from '../device/use-device-id.ts'
import styles from './links-screen.module.css'
import { SharingPage } from './sharing-page.tsx'

/** The link whose URL is shown. It is in the navigation state, because the page's own URL would stay in the history. */
const stateSchema = z.object({ shown: z.nullable(z.object({ token: z.string(), isNew: z.boolean() })) })

const VIEWS = ['links', 'access'] as const
type View = (typeof VIEWS)[number]

/** The view in the URL, otherwise the access view for a device and the links for the home. */
function viewOf(search: string, deviceId: string | null): View {
  const asked = new URLSearchParams(search).get('view')
  return VIEWS.find((view) => view === asked) ?? (deviceId === null ? 'links' : 'access')
}

const addressOf = (view: View, deviceId: string | null): string =>
  `/links?${new URLSearchParams({ view, ...(deviceId === null ? {} : { deviceId }) })}`

/** The sharing of one device or of the whole home: its links and who has access. */
export default function LinksScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const deviceId = useDeviceId()
  const view = viewOf(search, deviceId)
  const given = stateSchema.safeParse(state)
  const me = useAccount((account) => account.email)
  const show = (shown: ShownLink | null) =>
    navigate(`/links${search}`, { replace: true, state: { shown }, preventScrollReset: true })
  return (
    <SharingPage title={t('accountMenu.sharing')} home="/menu" wide>
      {(devices) => (
        <>
          <TabRoot
            value={view}
            onChange={(chosen: View) => navigate(addressOf(chosen, deviceId), { replace: true })}
          >
            <TabList
              label={t('links.views')}
              tabs={VIEWS.map((value) => ({ value, label: t(`${value}.title`) }))}
            />
            <About view={view} deviceId={deviceId} devices={devices} />
            <TabPanel value="links">
              <LinkList
                deviceId={deviceId}
                devices={devices}
                shown={given.success ? given.data.shown : null}
                onShow={show}
              />
            </TabPanel>
            <TabPanel value="access">
              <AccessList deviceId={deviceId} devices={devices} me={me} />
            </TabPanel>
          </TabRoot>
          <FreezeSwitch />
        </>
      )}
    </SharingPage>
  )
}

/** A short explanation of the open view. */
function About(props: { view: View; deviceId: string | null; devices: readonly DeviceInfo[] }) {
  const { t } = useTranslation()
  const device = props.devices.find(({ id }) => id === props.deviceId)
  if (props.view === 'links') return <p className={styles.about}>{t('links.intro')}</p>
  return (
    <p className={styles.about}>
      {device === undefined ? t('access.homeIntro') : t('access.intro', { name: device.name })}
    </p>
  )
}
