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
        summary: 'Gives a device another name, which no other of the account has',
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
        summary: 'Changes the settings that are named, once the device has taken them',
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
        summary:
          'Says which door is behind a shade: nothing automatic closes the shade while that door is open',
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
          summary: `Keeps the ${which} position, 0..100 along each axis that is named`,
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
      schema: { summary: 'Restarts the device', body: deviceRequestSchema, response: nothing },
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
        summary: 'Lets the device find its ends again; it reports calibrating until it has',
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
