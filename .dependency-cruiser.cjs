const graph = require('./boundaries/graph.json') // allowed room -> rooms
const rooms = Object.keys(graph)
const PRIVATE = '(repository|presenter|state|jobs|queries)\\.ts$|/internal/'
const roomRules = rooms.map((r) => ({
  name: `room-${r}-imports-only-declared-rooms`,
  severity: 'error',
  from: { path: `^lib/${r}/` },
  to: { path: `^lib/(${rooms.filter((x) => x !== r && !graph[r].includes(x)).join('|')})/` },
}))
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing-imports-app',
      severity: 'error',
      from: { pathNot: '^(app/|instrumentation)' },
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
      from: { path: `^lib/(${rooms.join('|')})/` },
      to: { path: '^lib/(http|worker)/' },
    },
    {
      name: 'no-peeking-into-rooms',
      severity: 'error',
      from: { path: '^lib/([^/]+)/' },
      to: {
        path: `^lib/(${rooms.join('|')})/.*(${PRIVATE})`,
        pathNot: ['^lib/$1/', '^lib/[^/]+/jobs\\.ts$'],
      },
    },
    {
      name: 'jobs-belong-to-their-room',
      severity: 'error',
      from: { path: '^lib/([^/]+)/', pathNot: '^lib/worker/' },
      to: { path: '^lib/[^/]+/jobs\\.ts$', pathNot: '^lib/$1/' },
    },
    {
      name: 'http-knows-only-who-is-calling',
      severity: 'error',
      from: { path: '^lib/http/' },
      to: { path: '^(components/|lib/(?!http/|platform/|api-keys/|identity/))' },
    },
    {
      name: 'routes-stay-thin',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: `^(lib/upstream/|lib/[^/]+/(repository|presenter|state|jobs)\\.ts$|lib/[^/]+/internal/)` },
    },
    {
      name: 'browser-code-sees-only-contracts',
      severity: 'error',
      from: { path: '^(components/|lib/[^/]+/[a-z-]*queries\\.ts$)' },
      to: {
        path: '^lib/',
        pathNot: '^lib/(client/|platform/escape\\.ts$|[^/]+/([a-z-]*(schema|queries)|limits)\\.ts$)',
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
