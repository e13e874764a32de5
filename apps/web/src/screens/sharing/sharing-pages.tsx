/** The sharing pages share one chunk, because a person who opens one of them often opens another. */
export { default as RoleEditScreen } from '../people/role-edit-screen.tsx'
export { default as RoleNewScreen } from '../people/role-new-screen.tsx'
export { default as RoleReportScreen } from '../people/role-report-screen.tsx'
export { default as AccessScreen } from './access-screen.tsx'
export { default as LinkEditScreen } from './link-edit-screen.tsx'
export { default as LinkNewScreen } from './link-new-screen.tsx'
