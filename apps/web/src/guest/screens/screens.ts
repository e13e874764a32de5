/** The two screens, loaded when they are wanted. */
export const loadListScreen = () => import('./list-screen.tsx')
export const loadDeviceScreen = () => import('./device-screen.tsx')
