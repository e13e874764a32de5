/** The two screens, loaded when they are wanted. */
export const loadListScreen = () => import('./ListScreen.tsx')
export const loadDeviceScreen = () => import('./DeviceScreen.tsx')
