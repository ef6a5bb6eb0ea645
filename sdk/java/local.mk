## sdk/java - a package without dependencies.  Its jar is made for tests, and by
## make sdk/java/rollcall.jar.

JAVA_SDK_CLASSES = Answer Chooser Dice Event Fields Game Hello Json Move \
  Options Place Random Rollcall RollcallException Turn Views WrongField
JAVA_SDK = $(JAVA_SDK_CLASSES:%=sdk/java/src/main/java/rollcall/%.java)
nobase_dist_pkgdata_DATA += %D%/README.md %D%/pom.xml $(JAVA_SDK)
EXTRA_DIST += %D%/src/test/java/Conformance.java \
  %D%/src/test/java/rollcall/RollcallTest.java

## Strings are concatenated without invokedynamic, which is slow the first time.
JAVAC_IN_BUILD = javac -Xlint:all -Werror -XDstringConcat=inline \
  --release 17 -encoding UTF-8

if HAVE_JAVA
check_DATA += %D%/rollcall.jar %D%/conformance/Conformance.class
SDK_BOTS += %D%/rollcall.jar %D%/conformance/Conformance.class
endif
CLEANFILES += %D%/rollcall.jar
%D%/rollcall.jar: $(JAVA_SDK)
	$(AM_V_GEN)rm -rf %D%/classes && $(MKDIR_P) %D%/classes
	$(AM_V_at)$(JAVAC_IN_BUILD) -d %D%/classes $^
	$(AM_V_at)jar --create --file $@ -C %D%/classes .
%D%/conformance/Conformance.class: %D%/src/test/java/Conformance.java \
  %D%/rollcall.jar
	$(AM_V_GEN)$(MKDIR_P) %D%/conformance
	$(AM_V_at)$(JAVAC_IN_BUILD) -cp %D%/rollcall.jar -d %D%/conformance $<
CLEAN_FOLDERS += %D%/classes %D%/conformance
