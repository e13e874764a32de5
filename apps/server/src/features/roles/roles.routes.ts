import {
  freezeSharingSchema,
  receivedRolesSchema,
  roleCreateRequestSchema,
  roleReportQuerySchema,
  roleReportSchema,
  roleRequestSchema,
  roleSchema,
  rolesSchema,
  roleUpdateRequestSchema,
} from '@senca/contract/people'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Links } from '#features/links/index.ts'
import { actorOf } from '#features/rights/index.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { RoleReports } from './role-report.ts'
import type { RoleService } from './roles.service.ts'

interface RoleRoutesOptions {
  roles: RoleService
  reports: RoleReports
  links: Pick<Links['service'], 'freeze' | 'isFrozen'>
}

const config = { access: 'api-token', namesFaults: true } as const

/** The routes of roles. */
export const roleRoutes: FastifyPluginAsyncZod<RoleRoutesOptions> = async (
  app,
  { roles, reports, links },
) => {
  app.get(
    '/auth/api/v1/role/list',
    {
      config,
      schema: {
        summary: 'List the roles that the account gave',
        response: { 200: rolesSchema },
      },
    },
    (request) => roles.list(actorOf(request)),
  )

  app.get(
    '/auth/api/v1/role/received',
    {
      config,
      schema: {
        summary: 'List the roles that the account was given; expired ones for 30 days',
        response: { 200: receivedRolesSchema },
      },
    },
    (request) => roles.received(actorOf(request)),
  )

  app.post(
    '/auth/api/v1/role/create',
    {
      config,
      schema: {
        summary: 'Share devices with other accounts',
        body: roleCreateRequestSchema,
        response: { 200: roleSchema },
      },
    },
    (request) => {
      const { password, ...role } = request.body
      return roles.create(actorOf(request), role, { password, caller: callerOf(request) })
    },
  )

  app.post(
    '/auth/api/v1/role/update',
    {
      config,
      schema: {
        summary: 'Change the named fields of a role; null clears',
        body: roleUpdateRequestSchema,
        response: { 200: roleSchema },
      },
    },
    (request) => {
      const { password, ...changes } = request.body
      return roles.update(actorOf(request), changes, { password, caller: callerOf(request) })
    },
  )

  app.post(
    '/auth/api/v1/role/delete',
    {
      config,
      schema: {
        summary: 'Revoke a role from all who have it',
        body: roleRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await roles.delete(actorOf(request), request.body.id)
      return {}
    },
  )

  app.post(
    '/auth/api/v1/role/leave',
    {
      config,
      schema: {
        summary: 'Leave a role that the account was given',
        body: roleRequestSchema,
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      await roles.leave(actorOf(request), request.body.id)
      return {}
    },
  )

  app.get(
    '/auth/api/v1/role/report',
    {
      config,
      schema: {
        summary: 'List what was changed, calibrated and tested by a role, for its giver, also after its end',
        querystring: roleReportQuerySchema,
        response: { 200: roleReportSchema },
      },
    },
    (request) => reports.read(actorOf(request), request.query.id),
  )

  // Calls about the account are available under both paths.
  for (const url of ['/auth/api/v1/account/freeze-sharing', '/auth/account/freeze-sharing']) {
    app.get(
      url,
      {
        config,
        schema: {
          summary: 'Get whether all sharing is paused, by links and by roles',
          response: { 200: freezeSharingSchema },
        },
      },
      async (request) => ({ on: await links.isFrozen(actorOf(request)) }),
    )

    app.post(
      url,
      {
        config: { ...config, isQueued: false },
        schema: {
          summary: 'Pause or resume all sharing of the account, by links and by roles',
          body: freezeSharingSchema,
          response: { 200: freezeSharingSchema },
        },
      },
      async (request) => {
        const { on } = request.body
        await links.freeze(actorOf(request), on)
        return { on }
      },
    )
  }
}
