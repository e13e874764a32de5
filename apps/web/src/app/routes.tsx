import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { loadTexts } from '#i18n/language.ts'
import type { TextPart } from '#i18n/resources.ts'
import { CrashScreen } from './crash-screen.tsx'
import { Layout } from './layout.tsx'

/** A screen with the words of its parts. */
const withTexts = (parts: readonly TextPart[], load: () => Promise<ComponentType>) => async () => {
  const [Component] = await Promise.all([load(), ...parts.map(loadTexts)])
  return { Component }
}

const ofAccount = (load: () => Promise<ComponentType>) => withTexts(['account'], load)
const ofLinks = (load: () => Promise<ComponentType>) => withTexts(['account', 'links'], load)

/** A page that fails takes the place of itself alone: the header, with its way home, stays. */
const pages = (): RouteObject[] => [
  {
    path: '/',
    lazy: async () => ({ Component: (await import('#screens/account/login-screen.tsx')).LoginScreen }),
  },
  {
    path: '/register',
    lazy: ofAccount(async () => (await import('#screens/account/register-screen.tsx')).RegisterScreen),
  },
  {
    path: '/forgottenpassword',
    lazy: ofAccount(
      async () => (await import('#screens/account/forgotten-password-screen.tsx')).ForgottenPasswordScreen,
    ),
  },
  {
    path: '/resetpassword',
    lazy: ofAccount(
      async () => (await import('#screens/account/reset-password-screen.tsx')).ResetPasswordScreen,
    ),
  },
  {
    path: '/addpassword',
    lazy: ofAccount(async () => (await import('#screens/account/add-password-screen.tsx')).AddPasswordScreen),
  },
  {
    path: '/deleteaccount',
    lazy: ofAccount(
      async () => (await import('#screens/account/delete-account-screen.tsx')).DeleteAccountScreen,
    ),
  },
  {
    path: '/confirmaccount',
    lazy: ofAccount(
      async () => (await import('#screens/account/confirm-account-screen.tsx')).ConfirmAccountScreen,
    ),
  },
  {
    lazy: async () => ({ Component: (await import('./signed-in-area.tsx')).SignedInArea }),
    children: [
      {
        lazy: async () => ({ Component: (await import('#screens/home/home-screen.tsx')).HomeScreen }),
        children: [
          { path: '/home', element: <></> },
          {
            path: '/menu',
            lazy: ofAccount(async () => (await import('#screens/home/menu-screen.tsx')).MenuScreen),
          },
        ],
      },
      {
        path: '/changepassword',
        lazy: ofAccount(
          async () => (await import('#screens/account/change-password-screen.tsx')).ChangePasswordScreen,
        ),
      },
      {
        path: '/sessions',
        lazy: ofAccount(async () => (await import('#screens/account/sessions-screen.tsx')).SessionsScreen),
      },
      {
        path: '/security',
        lazy: ofAccount(async () => (await import('#screens/account/security-screen.tsx')).SecurityScreen),
      },
      {
        path: '/securityevents',
        lazy: ofAccount(
          async () => (await import('#screens/account/security-events-screen.tsx')).SecurityEventsScreen,
        ),
      },
      ...['/device', '/devicepage'].map((path) => ({
        path,
        lazy: withTexts(
          ['device'],
          async () => (await import('#screens/device/device-screen.tsx')).DeviceScreen,
        ),
      })),
      {
        path: '/devicesettingspage',
        lazy: withTexts(
          ['device', 'settings'],
          async () => (await import('#screens/device/device-settings-screen.tsx')).DeviceSettingsScreen,
        ),
      },
      {
        path: '/devicefavouritepage',
        lazy: withTexts(
          ['device', 'settings'],
          async () => (await import('#screens/device/device-favourite-screen.tsx')).DeviceFavouriteScreen,
        ),
      },
      {
        path: '/deviceventilationpage',
        lazy: withTexts(
          ['device', 'settings'],
          async () => (await import('#screens/device/device-ventilation-screen.tsx')).DeviceVentilationScreen,
        ),
      },
      {
        path: '/doordeviceinfopage',
        lazy: withTexts(
          ['device', 'door'],
          async () => (await import('#screens/device/door-screen.tsx')).DoorScreen,
        ),
      },
      {
        path: '/doorsettingspage',
        lazy: withTexts(
          ['device', 'settings', 'door', 'links'],
          async () => (await import('#screens/device/door-settings-screen.tsx')).DoorSettingsScreen,
        ),
      },
      {
        path: '/activity',
        lazy: withTexts(
          ['activity', 'account'],
          async () => (await import('#screens/home/activity-screen.tsx')).ActivityScreen,
        ),
      },
      {
        path: '/deviceactivity',
        lazy: withTexts(
          ['device', 'activity', 'account'],
          async () => (await import('#screens/device/device-activity-screen.tsx')).DeviceActivityScreen,
        ),
      },
      {
        path: '/links',
        lazy: ofLinks(async () => (await import('#screens/sharing/links-screen.tsx')).LinksScreen),
      },
      {
        path: '/links/new',
        lazy: ofLinks(async () => (await import('#screens/sharing/link-new-screen.tsx')).LinkNewScreen),
      },
      {
        path: '/links/edit',
        lazy: ofLinks(async () => (await import('#screens/sharing/link-edit-screen.tsx')).LinkEditScreen),
      },
      {
        path: '/access',
        lazy: ofLinks(async () => (await import('#screens/sharing/access-screen.tsx')).AccessScreen),
      },
      {
        path: '/claim',
        lazy: async () => ({ Component: (await import('#screens/home/claim-screen.tsx')).ClaimScreen }),
      },
    ],
  },
  {
    path: '*',
    lazy: async () => ({ Component: (await import('#screens/not-found-screen.tsx')).NotFoundScreen }),
  },
]

/** Every address of the app. */
export const createRouter = () =>
  createBrowserRouter([
    {
      element: <Layout />,
      errorElement: (
        <main>
          <CrashScreen />
        </main>
      ),
      hydrateFallbackElement: <></>,
      children: [{ errorElement: <CrashScreen />, children: pages() }],
    },
  ])
