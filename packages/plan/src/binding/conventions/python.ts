import type { ConventionRow } from '../convention-row.ts'

const CONFIGURATION = 'pyproject.toml setup.cfg tox.ini'

/** Python, its test runners and package managers. */
export const PYTHON: readonly ConventionRow[] = [
  {
    programs: 'python pypy ipython bpython',
    source:
      'docs.python.org: using/cmdline (-m, -c, a folder), library/sys_path_init (the first folder shadows all others)',
    follow: 'python-modules',
    unbound: 'what python imports from elsewhere, and files that its code opens',
  },
  {
    programs: 'pytest py.test',
    source: 'docs.pytest.org: reference/customize (rootdir, inifile), conftest.py, test discovery',
    upward: `pytest.ini .pytest.ini pytest.toml .pytest.toml ${CONFIGURATION} conftest.py`,
    below: 'conftest.py test_*.py *_test.py __init__.py',
    unbound: 'what the tests do, and the modules that they import',
  },
  {
    programs: 'unittest nose nose2 trial green',
    source: 'docs.python.org/library/unittest: test discovery; docs.nose2.io',
    files: `${CONFIGURATION} unittest.cfg nose2.cfg`,
    below: 'test*.py *_test.py __init__.py load_tests.py',
    unbound: 'what the tests do, and the modules that they import',
  },
  {
    programs: 'tox nox',
    source: 'tox.wiki: configuration; nox.thea.codes',
    files: `${CONFIGURATION} tox.toml noxfile.py setup.py conftest.py`,
    unbound: 'what the sessions do when they run',
  },
  {
    programs: 'pip pipx uv uvx poetry pdm hatch pipenv rye flit build twine easy_install',
    source:
      'pip.pypa.io: configuration; docs.astral.sh/uv; python-poetry.org; pdm-project.org; hatch.pypa.io; PEP 517, PEP 518',
    upward:
      'pyproject.toml uv.toml uv.lock poetry.toml poetry.lock pdm.toml pdm.lock hatch.toml Pipfile Pipfile.lock .python-version',
    files: 'setup.py setup.cfg requirements*.txt constraints*.txt MANIFEST.in .env hatch_build.py build.py',
    home: '.pip/pip.conf .config/pip/pip.conf .config/uv/uv.toml .pypirc',
    unbound: 'what the packages do that it builds or installs',
  },
  {
    programs: 'invoke inv fab fabric doit',
    source: 'docs.pyinvoke.org: loading; docs.fabfile.org; pydoit.org',
    upward: 'tasks.py fabfile.py dodo.py invoke.yaml invoke.yml invoke.json invoke.py pyproject.toml',
    files: 'tasks/*.py fabfile/*.py',
    unbound: 'what the tasks do when they run',
  },
  {
    programs: 'scons waf meson',
    source: 'scons.org: SConstruct; waf.io; mesonbuild.com',
    files: 'SConstruct Sconstruct sconstruct SConstruct.py site_scons/*.py wscript waf',
    below: 'SConscript sconscript wscript meson.build meson_options.txt meson.options',
    unbound: 'what the build does when it runs',
  },
  {
    programs: 'mypy ruff black isort flake pylint pyright coverage bandit',
    source:
      'mypy.readthedocs.io (plugins), docs.astral.sh/ruff, pylint.readthedocs.io (init-hook), coverage.readthedocs.io',
    upward: `mypy.ini .mypy.ini ruff.toml .ruff.toml ${CONFIGURATION} .flake8 .pylintrc pylintrc .pylintrc.toml pylintrc.toml pyrightconfig.json .coveragerc .bandit .isort.cfg`,
    unbound: 'what the plugins do that its configuration names',
  },
  {
    programs: 'django-admin flask alembic celery gunicorn uvicorn scrapy sphinx-build mkdocs jupyter',
    source:
      'docs.djangoproject.com, flask.palletsprojects.com (.flaskenv), alembic.sqlalchemy.org, docs.gunicorn.org (gunicorn.conf.py), sphinx-doc.org (conf.py), mkdocs.org (hooks)',
    files:
      'manage.py app.py wsgi.py .env .flaskenv alembic.ini alembic/env.py celeryconfig.py gunicorn.conf.py scrapy.cfg conf.py docs/conf.py mkdocs.yml',
    follow: 'python-modules',
    unbound: 'what the application does when it is loaded',
  },
]
