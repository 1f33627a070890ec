/**
 * An entry of `packages` in a lock file, as far as it is read here.
 *
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Package
 * @typedef {Record<string, Package>} Packages
 * @typedef {{ os: string, cpu: string, libc: string }} Machine
 */

/**
 * Why an install does not match the lock file.
 *
 * @param {Packages} wanted what package-lock.json lists
 * @param {Packages} have what npm wrote into node_modules when it was done
 * @param {Machine} machine
 * @returns {string | undefined} the path of the first package that is missing, foreign or of another version
 */
export function firstMismatch(wanted, have, machine) {
  const missing = Object.entries(wanted).find(
    ([path, entry]) => path !== '' && !have[path] && isNeeded(entry, machine),
  );
  if (missing) return missing[0];
  const foreign = Object.entries(have).find(([path, { version, integrity }]) => {
    const entry = wanted[path];
    return !entry || entry.version !== version || entry.integrity !== integrity;
  });
  return foreign?.[0];
}

/**
 * npm leaves optional packages of other platforms out. One of this platform is needed: without it the tool
 * that lists it does not run, as when node_modules was made on another machine. An optional package that names
 * no platform comes only in the company of one that does.
 *
 * @param {Package} entry
 * @param {Machine} machine
 */
function isNeeded(entry, machine) {
  if (!entry.optional) return true;
  if (!entry.os && !entry.cpu) return false;
  return (
    fits(entry.os, machine.os) && fits(entry.cpu, machine.cpu) && fits(entry.libc, machine.libc)
  );
}

/**
 * @param {string[] | undefined} list names, or names to be left out such as `!win32`
 * @param {string} value
 */
function fits(list, value) {
  if (!list) return true;
  if (list.includes(`!${value}`)) return false;
  return list.includes(value) || list.every((name) => name.startsWith('!'));
}
