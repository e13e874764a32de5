import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { pageConfig } from '#core/browser.ts'
import { correctPath } from '#core/page-path.ts'
import { loadTexts } from '#i18n/language.ts'
import type { TextPart } from '#i18n/resources.ts'
import { CrashScreen } from './crash-screen.tsx'
import { Layout } from './layout.tsx'

type LoadScreen = () => Promise<{ default: ComponentType }>

/** Loads a screen and the texts that it needs beyond those of every page. */
const lazily =
  (load: LoadScreen, texts: readonly TextPart[] = []) =>
  async (): Promise<{ Component: ComponentType }> => {
    const [{ default: Component }] = await Promise.all([load(), ...texts.map(loadTexts)])
    return { Component }
  }

/** A route for a screen that people often open first. */
const firstScreen = (path: string, load: LoadScreen, ...texts: readonly TextPart[]): RouteObject => ({
  path,
  lazy: lazily(load, texts),
})

/** A route for a screen that may show any icon. */
const screen = (path: string, load: LoadScreen, ...texts: readonly TextPart[]): RouteObject =>
  firstScreen(
    path,
    async () => {
      const [loaded] = await Promise.all([load(), import('#ui/layout/later-icons.ts')])
      return loaded
    },
    ...texts,
  )

/** Routes for screens that share one chunk; `pages` has the name of each path's screen in it. */
const screensOf = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  texts: readonly TextPart[],
  pages: Record<string, Name>,
): RouteObject[] =>
  Object.entries(pages).map(([path, name]) =>
    screen(path, async () => ({ default: (await load())[name] }), ...texts),
  )

const entrancePages: RouteObject[] = [
  firstScreen('/', () => import('#screens/account/login-screen.tsx')),
  screen('/register', () => import('#screens/account/register-screen.tsx'), 'account'),
  ...screensOf(() => import('#screens/account/emailed-pages.tsx'), ['account'], {
    '/forgottenpassword': 'ForgottenPasswordScreen',
    '/resetpassword': 'ResetPasswordScreen',
    '/addpassword': 'AddPasswordScreen',
    '/deleteaccount': 'DeleteAccountScreen',
    '/confirmaccount': 'ConfirmAccountScreen',
  }),
]

/** Nothing about subscriptions is loaded where billing is off. */
const isBillingOn = pageConfig.isBillingOn === true
const sellingTexts: readonly TextPart[] = isBillingOn ? ['subscription'] : []

const homePages: RouteObject[] = [
  {
    lazy: lazily(() => import('#screens/home/home-screen.tsx')),
    children: [
      { path: '/home', element: <></> },
      screen('/menu', () => import('#screens/home/menu-screen.tsx'), 'account', 'install', 'wall'),
      screen('/rooms', () => import('#screens/home/rooms-screen.tsx'), 'rooms'),
    ],
  },
  ...screensOf(
    () => import('#screens/adding/add-pages.tsx'),
    ['account', 'claim', 'found', 'matter', 'mqtt', 'settings'],
    {
      '/claim': 'ClaimScreen',
      '/newdevices': 'FoundScreen',
      '/newdevices/add': 'AddFoundScreen',
      '/matter': 'MatterScreen',
      '/mqtt': 'MqttScreen',
      '/mqtt/join': 'JoinScreen',
      '/guides/:guide': 'GuideScreen',
    },
  ),
  ...screensOf(
    () => import('#screens/account/bridge-pages.tsx'),
    ['apps', 'mqtt', 'links', 'account', 'door', 'webhooks'],
    {
      '/apps': 'BridgesScreen',
      '/apps/new/matter': 'NewMatterBridgeScreen',
      '/apps/new/:kind': 'NewBridgeScreen',
      '/apps/:id': 'BridgeScreen',
      '/apps/:id/edit': 'EditBridgeScreen',
    },
  ),
  screen(
    '/connect',
    () => import('#screens/account/connect-screen.tsx'),
    'apps',
    'mqtt',
    'links',
    'account',
    'door',
  ),
  ...screensOf(() => import('#screens/account/webhook-pages.tsx'), ['webhooks', 'mqtt'], {
    '/apps/:id/webhooks/new': 'NewWebhookScreen',
    '/apps/:id/webhooks/:hook': 'WebhookScreen',
    '/apps/:id/webhooks/:hook/edit': 'EditWebhookScreen',
  }),
  screen('/notifications', () => import('#screens/account/notifications-screen.tsx'), 'notifications'),
  screen(
    '/notifications/choices',
    () => import('#screens/account/notification-choices-screen.tsx'),
    'notifications',
    'phones',
  ),
  screen('/facade', () => import('#screens/home/facade-screen.tsx'), 'facade'),
  screen('/setup', () => import('#screens/adding/setup-screen.tsx'), 'claim', 'setup'),
  screen('/groups', () => import('#screens/home/groups-screen.tsx'), 'groups'),
  ...['/groups/new', '/groups/edit'].map((path) =>
    screen(path, () => import('#screens/home/group-edit-screen.tsx'), 'groups', 'links'),
  ),
  screen('/moments', () => import('#screens/home/moments-screen.tsx'), 'moments'),
  ...['/moments/new', '/moments/edit'].map((path) =>
    screen(path, () => import('#screens/home/moment-edit-screen.tsx'), 'moments'),
  ),
  ...screensOf(
    () => import('#screens/home/scenarios-screen.tsx'),
    ['scenarios', 'moments', 'place', 'links', 'weather', ...sellingTexts],
    { '/scenarios': 'ScenariosScreen', '/run': 'RunScreen' },
  ),
  ...['/scenarios/new', '/scenarios/edit'].map((path) =>
    screen(
      path,
      () => import('#screens/home/scenario-edit-screen.tsx'),
      'scenarios',
      'links',
      'weather',
      ...sellingTexts,
    ),
  ),
  screen('/weather', () => import('#screens/home/weather-screen.tsx'), 'weather', ...sellingTexts),
  screen('/homeplace', () => import('#screens/home/home-place-screen.tsx'), 'place'),
  screen(
    '/activity',
    () => import('#screens/home/activity-screen.tsx'),
    'activity',
    'account',
    'scenarios',
    'weather',
  ),
]

const accountPages: RouteObject[] = [
  ...screensOf(() => import('#screens/account/security-pages.tsx'), ['account'], {
    '/changepassword': 'ChangePasswordScreen',
    '/sessions': 'SessionsScreen',
    '/security': 'SecurityScreen',
    '/securityevents': 'SecurityEventsScreen',
  }),
  ...(isBillingOn
    ? [
        screen(
          '/subscription',
          () => import('#screens/account/subscription-screen.tsx'),
          'account',
          'subscription',
        ),
      ]
    : []),
]

const loadDevice: LoadScreen = () => import('#screens/device/device-screen.tsx')

const devicePages: RouteObject[] = [
  firstScreen('/device', loadDevice, 'device'),
  firstScreen('/devicepage', loadDevice, 'device'),
  ...screensOf(
    () => import('#screens/device/settings-pages.tsx'),
    ['device', 'settings', 'door', 'links', 'found'],
    {
      '/devicesettingspage': 'SettingsScreen',
      '/doorsettingspage': 'SettingsScreen',
      '/devicehardwarepage': 'HardwareScreen',
    },
  ),
  ...screensOf(() => import('#screens/device/saved-place-page.tsx'), ['device', 'settings'], {
    '/devicefavouritepage': 'FavouriteScreen',
    '/deviceventilationpage': 'VentilationScreen',
  }),
  screen('/devicesunpage', () => import('#screens/device/device-sun-screen.tsx'), 'device', 'place', 'sun'),
  firstScreen('/doordeviceinfopage', () => import('#screens/device/door-screen.tsx'), 'device', 'door'),
  ...screensOf(
    () => import('#screens/device/hardware-pages.tsx'),
    ['device', 'settings', 'claim', 'hardware'],
    {
      '/devicehealth': 'DeviceHealthScreen',
      '/devicekeys': 'DeviceKeysScreen',
      '/devicereplace': 'DeviceReplaceScreen',
      '/deviceupgrade': 'DeviceUpgradeScreen',
      '/upgrades': 'UpgradesScreen',
    },
  ),
  screen(
    '/deviceactivity',
    () => import('#screens/device/device-activity-screen.tsx'),
    'device',
    'activity',
    'account',
    'weather',
  ),
]

const sharing = () => import('#screens/sharing/sharing-pages.tsx')
const sharingPages: RouteObject[] = [
  ...screensOf(sharing, ['account', 'apps', 'links', 'people', 'settings'], {
    '/access': 'AccessScreen',
    // Where the links and the people were once.
    '/links': 'AccessScreen',
    '/people': 'AccessScreen',
    '/links/new': 'LinkNewScreen',
    '/links/edit': 'LinkEditScreen',
  }),
  ...screensOf(sharing, ['account', 'links', 'people', 'settings', 'sun'], {
    '/people/new': 'RoleNewScreen',
    '/people/edit': 'RoleEditScreen',
    '/people/report': 'RoleReportScreen',
  }),
  screen('/transfer', () => import('#screens/sharing/transfer-screen.tsx'), 'account', 'device', 'links'),
]

/** The error boundary of a page replaces only that page: the header with its link to the home screen stays. */
const pages: RouteObject[] = [
  ...entrancePages,
  {
    lazy: lazily(() => import('./signed-in-area.tsx')),
    children: [...homePages, ...accountPages, ...devicePages, ...sharingPages],
  },
  screen('*', () => import('#screens/not-found-screen.tsx')),
]

export function createRouter() {
  correctPath()
  return createBrowserRouter([
    {
      element: <Layout />,
      errorElement: (
        <main>
          <CrashScreen />
        </main>
      ),
      hydrateFallbackElement: <></>,
      children: [{ errorElement: <CrashScreen />, children: pages }],
    },
  ])
}
