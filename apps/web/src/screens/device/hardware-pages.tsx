import { useLocation } from 'react-router'
import UpgradesScreen from '../home/upgrades-screen.tsx'
import NotFoundScreen from '../not-found-screen.tsx'
import DeviceHealthScreen from './device-health-screen.tsx'
import DeviceKeysScreen from './device-keys-screen.tsx'
import DeviceReplaceScreen from './device-replace-screen.tsx'
import DeviceUpgradeScreen from './device-upgrade-screen.tsx'

const PAGES = new Map([
  ['/devicehealth', DeviceHealthScreen],
  ['/devicekeys', DeviceKeysScreen],
  ['/devicereplace', DeviceReplaceScreen],
  ['/deviceupgrade', DeviceUpgradeScreen],
  ['/upgrades', UpgradesScreen],
])

/**
 * The pages about the controllers of devices share one chunk: few people open them, and with separate chunks every page would
 * have to list all of them.
 */
export default function HardwarePages() {
  const Page = PAGES.get(useLocation().pathname) ?? NotFoundScreen
  return <Page />
}
