import {
  deviceDoorwayRequestSchema,
  deviceInfoSchema,
  deviceRequestSchema,
  errorBodySchema,
  renameRequestSchema,
  savedPlaceRequestSchema,
  settingsRequestSchema,
} from '@senca/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { actorOf } from '#features/rights/index.ts'
import type { MaintenanceService } from './maintenance.service.ts'
import type { SettingsService } from './settings.service.ts'

interface SettingsRoutesOptions {
  settings: SettingsService
  maintenance: MaintenanceService
}

const config = { access: 'api-token' } as const
const info = { 200: deviceInfoSchema, 504: errorBodySchema }
const nothing = { 200: z.object({}), 504: errorBodySchema }

/** Routes for names, saved positions, settings, restarts and calibrations. */
export const settingsRoutes: FastifyPluginAsyncZod<SettingsRoutesOptions> = async (
  app,
  { settings, maintenance },
) => {
  app.post(
    '/auth/api/v1/device/rename',
    {
      config,
      schema: {
        summary: 'Rename a device; no other device of the account may have the name',
        body: renameRequestSchema,
        response: info,
      },
    },
    (request) => settings.rename(actorOf(request), request.body.token, request.body.name),
  )

  app.post(
    '/auth/api/v1/device/settings',
    {
      config: { ...config, isQueued: false },
      schema: {
        summary: 'Change the named settings; they are stored once the device has accepted them',
        body: settingsRequestSchema,
        response: info,
      },
    },
    (request) => maintenance.changeSettings(actorOf(request), request.body.token, request.body.settings),
  )

  app.post(
    '/auth/api/v1/device/doorway',
    {
      config: { access: 'api-token', namesFaults: true },
      schema: {
        summary: 'Set the door behind a shade: nothing automatic closes the shade while that door is open',
        body: deviceDoorwayRequestSchema,
        response: info,
      },
    },
    (request) => settings.setDoor(actorOf(request), request.body.token, request.body.door),
  )

  for (const which of ['favourite', 'ventilation'] as const) {
    app.post(
      `/auth/api/v1/device/${which}`,
      {
        config,
        schema: {
          summary: `Save the ${which} position, 0..100 along each named axis`,
          body: savedPlaceRequestSchema,
          response: info,
        },
      },
      (request) => settings.savePlace(actorOf(request), which, request.body),
    )
  }

  app.post(
    '/auth/api/v1/device/restart',
    {
      config: { ...config, isQueued: false },
      schema: { summary: 'Restart the device', body: deviceRequestSchema, response: nothing },
    },
    async (request) => {
      await maintenance.restart(actorOf(request), request.body.token)
      return {}
    },
  )

  app.post(
    '/auth/api/v1/device/recalibrate',
    {
      config: { ...config, isQueued: false },
      schema: {
        summary: 'Calibrate the device; it reports calibrating until it has found its ends',
        body: deviceRequestSchema,
        response: nothing,
      },
    },
    async (request) => {
      await maintenance.recalibrate(actorOf(request), request.body.token)
      return {}
    },
  )
}
