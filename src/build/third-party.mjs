// Lists the third-party packages in a build: their licenses for people, and a list of components (CycloneDX 1.6) for
// vulnerability scanners. The same packages always produce the same files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPackages } from './bundled-packages.mjs';

export function writeThirdParty(folder, copied) {
  const packages = bundledPackages(copied);
  writeFileSync(join(folder, 'THIRD-PARTY.txt'), licensesOf(packages));
  writeFileSync(join(folder, 'bom.cdx.json'), `${JSON.stringify(componentsOf(packages), null, 2)}\n`);
}

const rule = '='.repeat(80);

function licensesOf(packages) {
  const head = `Tollgate contains code or data from these ${packages.length} packages, under the licenses below. Packages that include others list those licenses in their own files.
`;
  return [head, ...packages.map(licenseOf)].join(`\n${rule}\n`);
}

function licenseOf({ name, version, license, author, repository, folder }) {
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const text = texts.join('\n\n') || statedLicense(license, author);
  return `${name} ${version}\nLicense: ${license}\n${addressOf(repository)}\n\n${text}\n`;
}

/** Some packages name their license without including its text. */
function statedLicense(license, author) {
  const holder = author === undefined ? 'its authors' : (author.name ?? author).replace(/ [<(].*/, '');
  if (license !== 'MIT') throw new Error(`The text of the license ${license} is missing.`);
  const own = readFileSync('LICENSE', 'utf8');
  return `MIT License\n\nCopyright (c) ${holder}\n\n${own.slice(own.indexOf('Permission is hereby granted')).trim()}`;
}

const addressOf = (repository) =>
  (repository?.url ?? repository ?? '').replace(/^git\+/, '').replace(/\.git$/, '') || 'https://www.npmjs.com';

function componentsOf(packages) {
  const { name, version, description, license } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `pkg:npm/${name}@${version}`,
        name,
        version,
        description,
        licenses: [{ license: { id: license } }],
        purl: `pkg:npm/${name}@${version}`,
      },
    },
    components: packages.map((one) => componentOf(one, locked[one.folder]?.integrity ?? one.integrity)),
  };
}

function componentOf({ name, version, description, license }, integrity) {
  const [scope, plain] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = `pkg:npm/${scope ? `${encodeURIComponent(scope)}/` : ''}${plain}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    ...(scope && { group: scope }),
    name: plain,
    version,
    ...(description && { description }),
    ...(integrity && { hashes: [hashOf(integrity)] }),
    licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
    purl,
  };
}

/** The lock file has digests of the packed packages in Base64; CycloneDX has them in hexadecimal. */
function hashOf(integrity) {
  const [algorithm, digest] = integrity.split('-');
  return {
    alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
    content: Buffer.from(digest, 'base64').toString('hex'),
  };
}
