/** The two screens, loaded when they are needed. */
export const loadListScreen = () => import('./list-screen.tsx')
export const loadDeviceScreen = () => import('./device-screen.tsx')
