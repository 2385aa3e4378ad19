// node scripts/interpreters.mjs: makes sure that the tests of the examples have PHP and Python.
import { requireProgram } from './debian.mjs';

const reason = 'The tests of the examples need';
requireProgram({ title: 'PHP', names: ['php'], variable: 'PHP', debian: 'php-cli', reason });
requireProgram({ title: 'Python', names: ['python3'], variable: 'PYTHON', debian: 'python3', reason });
