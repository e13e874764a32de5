import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'
import { browserStorage } from '#core/storage.ts'
import { readAccount } from '#features/account-model/account-storage.ts'
import { createDevicesApi } from '#features/device-model/devices.api.ts'
import { deviceQuery, homeQuery } from '#features/device-model/devices.queries.ts'
import { createRoomsApi } from '#features/room-model/rooms.api.ts'
import { preferencesQuery, roomsQuery } from '#features/room-model/rooms.queries.ts'

// Starts the queries of the home or of a device while the rest of the app is still being loaded: its chunk is the first script of
// the document, so nothing here imports React. The screens use the same queries, and say what is wrong with them. Loaders of the
// routes would start after all scripts: on a simulated phone they showed the first device 420 ms later.
if (readAccount(browserStorage).isLoggedIn) {
  const devices = createDevicesApi(api)
  const deviceId = new URLSearchParams(location.search).get('deviceId')
  if (deviceId !== null) void queryClient.prefetchQuery(deviceQuery(devices, deviceId))
  else if (location.pathname === '/home') {
    void queryClient.prefetchQuery(homeQuery(queryClient, devices, Date.now))
    const rooms = createRoomsApi(api)
    void queryClient.prefetchQuery(roomsQuery(rooms))
    void queryClient.prefetchQuery(preferencesQuery(rooms))
  }
}
