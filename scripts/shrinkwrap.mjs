// Out of the lock file of the repository, that of the package: without what only developers need, and with the packages of our
// own that it brings along.

export function shrinkwrapOf({ name, version, lockfileVersion, packages }) {
  const kept = Object.entries(packages).flatMap(([path, locked]) => {
    if (path === '') return [[path, rootOf(locked)]];
    if (!path.startsWith('node_modules/') || locked.dev || locked.devOptional || locked.extraneous) return [];
    if (!locked.link) return [[path, locked]];
    const { version: own, license } = packages[locked.resolved];
    return path === 'node_modules/@cobro/sdk' ? [] : [[path, { version: own, inBundle: true, license }]];
  });
  return { name, version, lockfileVersion, requires: true, packages: Object.fromEntries(kept) };
}

function rootOf({ workspaces: _workspaces, devDependencies: _devDependencies, ...rest }) {
  return rest;
}
