// Which district may import which, and within a district which room: see districts.json.
const { districts, rooms } = require('./districts.json')
const DISTRICT = `(?:${Object.keys(districts).join('|')})`
const PRIVATE = '(repository|presenter|state|jobs|queries)\\.ts$|/internal/'
const PAGES = '^(app/(?!\\(api\\)/)|proxy\\.tsx$)'
const roomRules = Object.entries(rooms).map(([room, neighbours]) => {
  const below = districts[room.split('/')[0]]
  return {
    name: `room-${room.replace('/', '-')}-imports-only-declared-rooms`,
    severity: 'error',
    from: { path: `^lib/${room}/` },
    to: { path: `^lib/${DISTRICT}/`, pathNot: `^lib/(${[room, ...neighbours, ...below].join('|')})/` },
  }
})
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every-room-is-declared',
      severity: 'error',
      from: { path: `^lib/${DISTRICT}/`, pathNot: `^lib/(${Object.keys(rooms).join('|')})/` },
      to: {},
    },
    {
      name: 'nothing-imports-app',
      severity: 'error',
      from: { pathNot: '^(app/|server/)' },
      to: { path: '^app/' },
    },
    {
      name: 'platform-is-the-floor',
      severity: 'error',
      from: { path: '^lib/platform/' },
      to: { path: '^(lib/(?!platform/)|components/)' },
    },
    {
      name: 'upstream-knows-only-platform',
      severity: 'error',
      from: { path: '^lib/upstream/' },
      to: { path: '^(lib/(?!platform/|upstream/)|components/)' },
    },
    {
      name: 'only-registry-names-adapters',
      severity: 'error',
      from: { path: '^lib/', pathNot: '^lib/upstream/(registry|adapters/)' },
      to: { path: '^lib/upstream/adapters/' },
    },
    {
      name: 'only-repositories-touch-db',
      severity: 'error',
      from: { path: '^(lib|app|components)/', pathNot: '(repository\\.ts$|^lib/platform/)' },
      to: { path: '^(lib/platform/db\\.ts|prisma/generated)' },
    },
    {
      name: 'rooms-do-not-know-http-or-worker',
      severity: 'error',
      from: { path: `^lib/${DISTRICT}/` },
      to: { path: '^lib/(http|worker)/' },
    },
    {
      name: 'no-peeking-into-rooms',
      severity: 'error',
      from: { path: `^lib/(${DISTRICT}/[^/]+|[^/]+)/` },
      to: {
        path: `^lib/${DISTRICT}/.*(${PRIVATE})`,
        pathNot: ['^lib/$1/', `^lib/${DISTRICT}/[^/]+/jobs\\.ts$`],
      },
    },
    {
      name: 'jobs-belong-to-their-room',
      severity: 'error',
      from: { path: `^lib/(${DISTRICT}/[^/]+|[^/]+)/`, pathNot: '^lib/worker/' },
      to: { path: `^lib/${DISTRICT}/[^/]+/jobs\\.ts$`, pathNot: '^lib/$1/' },
    },
    {
      name: 'http-knows-only-who-is-calling',
      severity: 'error',
      from: { path: '^lib/http/' },
      to: {
        path: '^(components/|lib/(?!http/|platform/|account/(api-keys|identity)/|account/organizations/audit|account/provisioning/token|money/budgets/marks))',
      },
    },
    {
      name: 'routes-stay-thin',
      severity: 'error',
      from: { path: '^app/' },
      to: {
        path: `^(lib/upstream/|lib/${DISTRICT}/.*((repository|presenter|state|jobs)\\.ts$|/internal/))`,
      },
    },
    {
      name: 'pages-see-only-contracts',
      severity: 'error',
      from: { path: PAGES },
      to: {
        path: '^(lib/|server/|app/\\(api\\)/)',
        pathNot: [
          '^(lib/client/|server/page-api\\.ts$)',
          `^lib/${DISTRICT}/.*(schema|queries|/limits)\\.ts$`,
        ],
      },
    },
    {
      name: 'pages-know-the-server-by-type',
      severity: 'error',
      from: { path: [PAGES, '^(lib|components)/'] },
      to: { path: '^server/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'browser-code-sees-only-contracts',
      severity: 'error',
      from: { path: '^(components/|lib/.*queries\\.ts$)' },
      to: {
        path: '^lib/',
        pathNot: [
          '^lib/(client/|platform/escape\\.ts$)',
          `^lib/${DISTRICT}/.*(schema|queries|/limits)\\.ts$`,
        ],
      },
    },
    ...roomRules,
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(node_modules|\\.next|prisma/generated|\\.test\\.tsx?$|/testing(/|\\.ts$))' },
  },
}
