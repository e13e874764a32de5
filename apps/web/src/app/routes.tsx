import { createBrowserRouter } from 'react-router'
import { CrashScreen } from './crash-screen.tsx'
import { Layout } from './layout.tsx'

/** Every address of the app. */
export const createRouter = () =>
  createBrowserRouter([
    {
      element: <Layout />,
      errorElement: <CrashScreen />,
      hydrateFallbackElement: <></>,
      children: [
        {
          path: '/',
          lazy: async () => ({ Component: (await import('#screens/login-screen.tsx')).LoginScreen }),
        },
        {
          path: '/register',
          lazy: async () => ({ Component: (await import('#screens/register-screen.tsx')).RegisterScreen }),
        },
        {
          lazy: async () => ({ Component: (await import('./signed-in-area.tsx')).SignedInArea }),
          children: [
            {
              lazy: async () => ({ Component: (await import('#screens/home-screen.tsx')).HomeScreen }),
              children: [
                { path: '/home', element: <></> },
                {
                  path: '/menu',
                  lazy: async () => ({ Component: (await import('#screens/menu-screen.tsx')).MenuScreen }),
                },
              ],
            },
            {
              path: '/claim',
              lazy: async () => ({ Component: (await import('#screens/claim-screen.tsx')).ClaimScreen }),
            },
          ],
        },
        {
          path: '*',
          lazy: async () => ({ Component: (await import('#screens/not-found-screen.tsx')).NotFoundScreen }),
        },
      ],
    },
  ])
